package io.github.redisqueue.shard;

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
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.QueueFactory;
import io.github.redisqueue.test.QueueFixture;

/**
 * What the tests of shards share: a queue of three shards.
 */
abstract class ShardTests extends QueueFixture {

	static final int SHARDS = 3;

	ShardTests() {
		super(new ThreeShards());
	}

	final ShardedQueue worker(QueueType type, String name) {
		return create(type, SHARDS, QueueSettings.of(name, LONG));
	}

	final ShardedQueue create(QueueType type, int shards, QueueSettings settings) {
		return new ShardedQueue(type, shards, this.keys, settings, this.scripts);
	}

	/** A queue that counts in {@code calls} how many scripts it runs. */
	final ShardedQueue counted(QueueType type, int shards, AtomicInteger calls) {
		return new ShardedQueue(type, shards, this.keys, QueueSettings.of("one", LONG),
				new ScriptRunner(counting(this.redis.connections(), calls)));
	}

	final QueueKeys shardKeys(int shard) {
		return this.keys.shard(shard);
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

	static List<String> jobIds(Collection<Job> jobs) {
		return jobs.stream().map(Job::id).toList();
	}

	/**
	 * Makes the scripts of a shard fail that create something, and its leases.
	 */
	final void breakShard(int shard) {
		this.redis.commands().set(shardKeys(shard).key("dead"), "this is no list");
		this.redis.commands().del(shardKeys(shard).key("token"));
		this.redis.commands().lpush(shardKeys(shard).key("token"), "this is no counter");
	}

	final void mendShard(int shard) {
		this.redis.commands().del(shardKeys(shard).key("dead"), shardKeys(shard).key("token"));
	}

	private static final class ThreeShards implements QueueFactory {

		@Override
		public QueueType type() {
			return QueueType.LEASE;
		}

		@Override
		public WorkerQueue create(QueueKeys keys, QueueSettings settings, ScriptRunner scripts) {
			return new ShardedQueue(type(), SHARDS, keys, settings, scripts);
		}

	}

}
