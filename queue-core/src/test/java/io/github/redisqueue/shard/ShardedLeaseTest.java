package io.github.redisqueue.shard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.QueueType;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How jobs are leased from several shards.
 */
class ShardedLeaseTest extends ShardTests {

	@Test
	void beginsWithAnotherShardEachTime() {
		this.queue.add(jobsOfEach(10));
		Map<Integer, Long> taken = new HashMap<>();
		for (int round = 1; round <= 10; round++) {
			for (int i = 0; i < SHARDS; i++) {
				sizes(this.queue.lease(1).leases()).forEach((shard, size) -> taken.merge(shard, size, Long::sum));
			}
			assertThat(taken).isEqualTo(Map.of(0, (long) round, 1, (long) round, 2, (long) round));
		}
	}

	@Test
	void takesFromSeveralShardsInOnePass() {
		this.queue.add(jobsOfEach(3));
		assertThat(sizes(this.queue.lease(5).leases()).values()).containsExactlyInAnyOrder(3L, 2L);
		assertThat(sizes(this.queue.lease(500).leases()).values()).containsExactlyInAnyOrder(1L, 3L);
	}

	@Test
	void asksNoMoreShardsThanItNeeds() {
		AtomicInteger calls = new AtomicInteger();
		WorkerQueue counted = this.counted(QueueType.LEASE, SHARDS, calls);
		assertThat(counted.lease(1).leases()).as("each shard is asked for the first time").isEmpty();
		counted.add(jobsOfEach(5));
		calls.set(0);
		assertThat(counted.lease(5).leases()).hasSize(5);
		assertThat(calls).hasValue(1);
		assertThat(counted.lease(6).leases()).hasSize(6);
		assertThat(calls).hasValue(3);
	}

	@Test
	void tellsTheSoonestDueTimeOfAllShards() {
		for (int shard = 0; shard < SHARDS; shard++) {
			this.queue.add(jobsOf(shard, 1).get(0).withDelay(Duration.ofHours((shard == 1) ? 1 : 5)));
		}
		for (int i = 0; i < SHARDS; i++) {
			// Jobs are due at the end of a millisecond.
			assertThat(this.queue.lease(1).nextDue()).isBetween(Duration.ofMinutes(59),
					Duration.ofHours(1).plusMillis(1));
		}
	}

	@Test
	void tellsThatThereMayBeMoreInShardsThatItDidNotAsk() {
		this.queue.add(jobsOf(0, 1));
		assertThat(this.queue.lease(1).nextDue()).isEqualTo(Duration.ZERO);
		assertThat(this.queue.lease(1).nextDue()).isNull();
	}

	@Test
	void bringsMegabytesFromSeveralShardsButNotTooMany() {
		int mib = 1024 * 1024;
		this.queue.add(jobsOfEach(3).stream().map((job) -> Job.of(job.id(), new byte[mib])).toList());
		List<Lease> leases = new ArrayList<>();
		List<Lease> some;
		do {
			some = this.queue.lease(100).leases();
			assertThat(some).hasSizeLessThanOrEqualTo(4);
			leases.addAll(some);
		}
		while (!some.isEmpty());
		assertThat(leases).hasSize(9);
	}

}
