package io.github.redisqueue.algorithm.lease;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.test.OnCluster;
import io.github.redisqueue.test.SlotMove;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

import org.springframework.dao.DataAccessException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Item and lease keys cannot be declared by scripts that only find out which jobs they
 * are about. While a slot moves, such a script is cut short when it touches one that is
 * not there; it begins only if all its declared keys are there.
 */
@OnCluster
@ResourceLock("slots of the shared cluster")
class LeaseSlotMoveTest extends LeaseQueueTests {

	private static final Duration BRIEF = Duration.ofMillis(50);

	@BeforeEach
	void createQueueInASlotOfItsOwn(TestRedis redis) {
		this.keys = QueueKeys.of(redis.keyPrefix(), redis.keyPrefix().replace("test-", "moving-") + "orders");
		this.queue = create(QueueSettings.builder("one", BRIEF).dedupWindow(LONG).build());
	}

	@Test
	void aCleaningThatAMoveCutsShortLosesNothing() {
		pauseWithAllKeys();
		SlotMove move = this.redis.moveSlotOf(key("queue"));
		move.begin();
		move.move(List.of(key("item:held")));
		assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> this.queue.clean(CleanDepth.LIGHT))
			.havingRootCause()
			.withMessageContaining("non local key");
		while (move.step(3)) {
			// Until nothing is left.
		}
		move.end();
		this.queue.resume();
		Set<String> completed = new HashSet<>();
		await().until(() -> {
			this.queue.clean(CleanDepth.DEEP);
			this.queue.complete(this.queue.lease(10).leases()).forEach((lease) -> completed.add(lease.id()));
			return completed.size() == 4;
		});
		assertThat(completed).containsExactlyInAnyOrder("held", "failed", "foreign", "ready");
		assertThat(this.queue.deadLetters().get("dead")).isPresent();
	}

	private void pauseWithAllKeys() {
		for (String id : List.of("done", "dead", "failed", "held", "foreign", "ready")) {
			this.queue.add(Job.of(id, id.getBytes()).withHeaders(Map.of("k", "v")));
		}
		Map<String, Lease> leases = new HashMap<>();
		this.queue.lease(4).leases().forEach((lease) -> leases.put(lease.id(), lease));
		complete(this.queue, leases.get("done"));
		this.queue.bury(Map.of(leases.get("dead"), CAUSE));
		this.queue.retry(Map.of(leases.get("failed"), new Failure(BRIEF, CAUSE)));
		this.queue.start(List.of(leases.get("held")));
		this.commands.rpoplpush(key("queue"), key("processing"));
		this.queue.clean(CleanDepth.LIGHT);
		assertThat(this.commands.zrange(key("suspects"), 0, -1)).containsExactly("foreign");
		this.commands.set(key("polled"), "1");
		this.commands.set(key("clock"), "one:1");
		this.commands.set(key("turn:light"), "another");
		this.commands.set(key("limits"), "-");
		this.commands.set(key("rate"), "0");
		this.commands.zadd(key("dead:unreadable"), 1, "another");
		for (String name : List.of("groups", "waiting", "schedules", "plans")) {
			this.commands.hset(key(name), "another", "another");
		}
		for (String name : List.of("joining", "line", "heads", "open", "kept", "paces", "firings", "planning")) {
			this.commands.zadd(key(name), Double.MAX_VALUE, "another");
		}
		this.queue.pause();
		await().until(() -> leases.get("held").remaining().plusMillis(50).isNegative());
	}

}
