package io.github.redisqueue.algorithm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.QueueFixture;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * One script looks which of the shards of a queue have jobs that could be leased now.
 */
@RedisTest
class LookTest {

	private static final Map<QueueType, String> READY = Map.of(QueueType.LEASE, "queue", QueueType.LIST, "queue",
			QueueType.STREAM, "stream", QueueType.DELAYED, "delayed");

	private static final List<String> OTHERS = List.of("delayed", "joining", "firings", "paused");

	private static final int SHARDS = 4;

	private static final Duration LONG = Duration.ofMinutes(10);

	private static final Duration BRIEF = Duration.ofMillis(30);

	private TestRedis redis;

	private ScriptRunner scripts;

	@BeforeEach
	void createScripts(TestRedis redis) {
		this.redis = redis;
		this.scripts = new ScriptRunner(redis.connections());
	}

	private QueueKeys shard(int position) {
		return QueueKeys.of(this.redis.keyPrefix(), "orders").shard(position - 1);
	}

	private WorkerQueue queue(QueueType type, int position, Duration leaseTime) {
		return QueueFixture.queue(type, shard(position), QueueSettings.of("one", leaseTime), this.redis.connections());
	}

	private List<Long> look(QueueType type) {
		Call call = new Call("orders");
		for (int position = 1; position <= SHARDS; position++) {
			call.key(shard(position).key(READY.get(type)));
			OTHERS.stream().map(shard(position)::key).forEach(call::key);
		}
		Reply reply = this.scripts.run(Script.load(type.name().toLowerCase(Locale.ROOT) + "/look"),
				call.argument(LONG.toMillis()));
		List<Long> positions = new ArrayList<>();
		for (int i = 0; i < reply.size(); i++) {
			positions.add(reply.number(i));
		}
		return positions;
	}

	private static Job job(String id) {
		return QueueFixture.job(id);
	}

	@ParameterizedTest
	@EnumSource(QueueType.class)
	void findsTheShardsThatHaveReadyJobsAndChangesNothing(QueueType type) {
		assertThat(look(type)).isEmpty();
		queue(type, 2, LONG).add(job("a"));
		queue(type, 4, LONG).add(job("b"));
		List<String> keys = this.redis.keys();
		assertThat(look(type)).containsExactly(2L, 4L);
		assertThat(look(type)).containsExactly(2L, 4L);
		assertThat(this.redis.keys()).isEqualTo(keys);
		Lease lease = QueueFixture.leaseOne(queue(type, 2, LONG));
		assertThat(look(type)).containsExactly(4L);
		queue(type, 2, LONG).release(List.of(lease));
		assertThat(look(type)).containsExactly(2L, 4L);
	}

	@ParameterizedTest
	@EnumSource(QueueType.class)
	void findsDelayedJobsThatAreDueOnly(QueueType type) {
		queue(type, 1, LONG).add(job("later").withDelay(LONG));
		queue(type, 3, LONG).add(job("soon").withDelay(BRIEF));
		await().until(() -> look(type).equals(List.of(3L)));
	}

	@ParameterizedTest
	@EnumSource(QueueType.class)
	void aPausedShardHasNone(QueueType type) {
		queue(type, 1, LONG).add(job("a"));
		queue(type, 2, LONG).add(job("b"));
		queue(type, 1, LONG).pause();
		assertThat(look(type)).containsExactly(2L);
	}

	@ParameterizedTest
	@EnumSource(value = QueueType.class, names = { "STREAM", "DELAYED" })
	void findsLeasesThatHaveRunOutWhereLeasingTakesThemOver(QueueType type) {
		queue(type, 2, LONG).add(job("a"));
		QueueFixture.leaseOne(queue(type, 2, LONG));
		queue(type, 3, LONG).add(job("b"));
		QueueFixture.leaseOne(queue(type, 3, BRIEF));
		await().until(() -> look(type).equals(List.of(3L)));
	}

	@ParameterizedTest
	@EnumSource(value = QueueType.class, names = { "STREAM" })
	void findsReleasedJobsBehindManyThatAreHeld(QueueType type) {
		WorkerQueue queue = queue(type, 1, LONG);
		for (int i = 0; i < 30; i++) {
			queue.add(job("job-" + i));
		}
		List<Lease> held = queue.lease(30).leases();
		assertThat(look(type)).isEmpty();
		queue.release(held.subList(28, 29));
		assertThat(look(type)).containsExactly(1L);
	}

}
