package io.github.redisqueue.algorithm.list;

import java.time.Duration;
import java.util.List;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.algorithm.Receipts;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.shard.ShardedQueue;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import org.junit.jupiter.api.BeforeEach;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A {@code list} queue, and the commands to look at its keys or to lay hands on them.
 */
@RedisTest
abstract class ListQueueTests {

	static final Duration LONG = Duration.ofSeconds(30);

	static final Duration SHORT = Duration.ofMillis(50);

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

	/** One boot of a worker. */
	final WorkQueue worker(String id, Duration leaseTime) {
		return create(QueueSettings.of(id, leaseTime));
	}

	final WorkQueue create(QueueSettings settings) {
		return ShardedQueue.shard(QueueType.LIST, this.keys, settings, new ScriptRunner(this.redis.connections()));
	}

	static Job job(String id) {
		return Job.of(id, new byte[] { 0, -1, 'a', '\r', '\n' });
	}

	static Failure failure(Duration delay) {
		return new Failure(delay, Cause.of(Cause.Reason.FAILURES, "failed"));
	}

	final Lease lease() {
		return this.queue.lease(1).leases().get(0);
	}

	final String key(String name) {
		return this.keys.key(name);
	}

	static String boot(Lease lease) {
		String known = Receipts.kept(lease);
		return known.substring(known.indexOf(' ') + 1);
	}

	final String privateList(Lease lease) {
		return key("processing:" + boot(lease));
	}

	final List<String> range(String key) {
		return this.commands.lrange(key, 0, -1);
	}

	/** All keys of the queue are these, besides its bell and the claims to worker ids. */
	final void assertKeys(String... names) {
		assertThat(this.redis.keys()).filteredOn((key) -> !key.equals(this.keys.bell()))
			.filteredOn((key) -> !key.startsWith(key("worker:")))
			.containsExactlyInAnyOrderElementsOf(List.of(names).stream().map(this::key).toList());
	}

}
