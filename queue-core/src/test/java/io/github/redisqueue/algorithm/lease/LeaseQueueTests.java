package io.github.redisqueue.algorithm.lease;

import java.time.Duration;
import java.util.List;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.shard.ShardedQueue;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import org.junit.jupiter.api.BeforeEach;

/**
 * A {@code lease} queue and the commands to look at its keys, or to play others who work
 * on them.
 */
@RedisTest
abstract class LeaseQueueTests {

	static final Duration LONG = Duration.ofSeconds(30);

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
		return ShardedQueue.shard(QueueType.LEASE, this.keys, settings, new ScriptRunner(this.redis.connections()));
	}

	final void add(String... ids) {
		this.queue.add(List.of(ids).stream().map((id) -> Job.of(id, id.getBytes())).toList());
	}

	final Lease lease() {
		return this.queue.lease(1).leases().get(0);
	}

	static List<String> ids(LeaseResult result) {
		return result.leases().stream().map(Lease::id).toList();
	}

	final String key(String name) {
		return this.keys.key(name);
	}

	final List<String> queued() {
		return this.commands.lrange(key("queue"), 0, -1);
	}

	final List<String> processing() {
		return this.commands.lrange(key("processing"), 0, -1);
	}

}
