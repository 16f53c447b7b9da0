package io.github.redisqueue.shard;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.github.redisqueue.QueueType;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * What the tests of shards share: a queue of three shards.
 */
@RedisTest
abstract class ShardTests {

	static final int SHARDS = 3;

	static final Duration LONG = Duration.ofSeconds(30);

	TestRedis redis;

	QueueKeys keys;

	ShardedQueue queue;

	@BeforeEach
	void createQueue(TestRedis redis) {
		this.redis = redis;
		this.keys = QueueKeys.of(redis.keyPrefix(), "orders");
		this.queue = worker(QueueType.LEASE, "one");
	}

	final ShardedQueue worker(QueueType type, String name) {
		return create(type, SHARDS, QueueSettings.of(name, LONG));
	}

	final ShardedQueue create(QueueType type, int shards, QueueSettings settings) {
		return new ShardedQueue(type, shards, this.keys, settings, new ScriptRunner(this.redis.connections()));
	}

	/** A queue that counts in {@code calls} how many scripts it runs. */
	final ShardedQueue counted(QueueType type, int shards, AtomicInteger calls) {
		RedisConnectionFactory counting = (RedisConnectionFactory) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { RedisConnectionFactory.class }, (proxy, method, arguments) -> {
					calls.addAndGet(method.getName().equals("getConnection") ? 1 : 0);
					return method.invoke(this.redis.connections(), arguments);
				});
		return new ShardedQueue(type, shards, this.keys, QueueSettings.of("one", LONG), new ScriptRunner(counting));
	}

	final QueueKeys place(int shard) {
		return this.keys.shard(shard);
	}

	static Job job(String id) {
		return Job.of(id, ("payload of " + id).getBytes(StandardCharsets.UTF_8));
	}

	/** Jobs that all belong to one shard. */
	static List<Job> jobsOf(int shard, int count) {
		return IntStream.iterate(0, (i) -> i + 1)
			.mapToObj((i) -> "job-" + i)
			.filter((id) -> Shards.number(id, SHARDS) == shard)
			.limit(count)
			.map(ShardTests::job)
			.toList();
	}

	/** As many jobs for each shard. */
	static List<Job> jobsOfEach(int count) {
		List<Job> jobs = new ArrayList<>();
		for (int shard = 0; shard < SHARDS; shard++) {
			jobs.addAll(jobsOf(shard, count));
		}
		return jobs;
	}

	static int shardOf(Lease lease) {
		return Shards.number(lease.id(), SHARDS);
	}

	/** How many there are of each shard. */
	static Map<Integer, Long> sizes(Collection<Lease> leases) {
		return leases.stream().collect(Collectors.groupingBy(ShardTests::shardOf, Collectors.counting()));
	}

	static List<String> ids(Collection<Job> jobs) {
		return jobs.stream().map(Job::id).toList();
	}

	/**
	 * Makes the scripts of a shard fail that create something: all begin with
	 * {@code open}.
	 */
	final void breakShard(int shard) {
		this.redis.commands().set(place(shard).key("dead"), "this is no list");
	}

	final void mendShard(int shard) {
		this.redis.commands().del(place(shard).key("dead"));
	}

}
