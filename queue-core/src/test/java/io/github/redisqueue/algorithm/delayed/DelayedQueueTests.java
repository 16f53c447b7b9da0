package io.github.redisqueue.algorithm.delayed;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.shard.ShardedQueue;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.ZAddArgs;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import org.junit.jupiter.api.BeforeEach;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A {@code delayed} queue, and the commands to look at its keys or to lay hands on them.
 */
@RedisTest
abstract class DelayedQueueTests {

	static final Duration LONG = Duration.ofSeconds(30);

	/** What is added to the end of a lease, in ms, to make the score of its job. */
	static final double LEASED = Math.pow(2, 52);

	TestRedis redis;

	RedisClusterCommands<String, String> commands;

	QueueKeys keys;

	WorkQueue queue;

	@BeforeEach
	void createQueue(TestRedis redis) {
		this.redis = redis;
		this.commands = redis.commands();
		this.keys = QueueKeys.of(redis.keyPrefix(), "orders");
		this.queue = worker("one", LONG);
	}

	final WorkQueue worker(String name, Duration leaseTime) {
		return create(QueueSettings.of(name, leaseTime));
	}

	final WorkQueue create(QueueSettings settings) {
		return create(settings, new ScriptRunner(this.redis.connections()));
	}

	final WorkQueue create(QueueSettings settings, ScriptRunner scripts) {
		return ShardedQueue.shard(QueueType.DELAYED, this.keys, settings, scripts);
	}

	final String key(String name) {
		return this.keys.key(name);
	}

	static Job job(String id) {
		return Job.of(id, ("payload of " + id).getBytes(StandardCharsets.UTF_8));
	}

	final void add(String... ids) {
		assertThat(this.queue.add(Arrays.stream(ids).map(DelayedQueueTests::job).toList())).hasSize(ids.length);
	}

	static Failure failure(Duration delay) {
		return new Failure(delay, Cause.of(Cause.Reason.FAILURES, "failed"));
	}

	static Lease leaseOne(WorkQueue worker) {
		List<Lease> leases = worker.lease(1).leases();
		assertThat(leases).hasSize(1);
		return leases.get(0);
	}

	static List<String> ids(Collection<Lease> leases) {
		return leases.stream().map(Lease::id).toList();
	}

	/** Adds a job that a worker holds whose lease has run out. */
	final Lease abandoned(String id) {
		add(id);
		Lease lease = leaseOne(worker("vanished", LONG));
		runOut(List.of(lease));
		return lease;
	}

	/** Lets leases run out by the clock of the server. */
	@SuppressWarnings("unchecked")
	final void runOut(Collection<Lease> leases) {
		this.commands.zadd(key("delayed"), ZAddArgs.Builder.xx(),
				leases.stream().map((lease) -> ScoredValue.just(LEASED, lease.id())).toArray(ScoredValue[]::new));
	}

	/** The time of the server in ms. */
	final double serverMillis() {
		List<String> time = this.commands.time();
		return Long.parseLong(time.get(0)) * 1000.0 + Math.floor(Long.parseLong(time.get(1)) / 1000.0);
	}

}
