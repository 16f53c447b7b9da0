package io.github.redisqueue.shard;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.Obstacle;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.RateLimit;
import io.github.redisqueue.WorkerQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

/**
 * Limits of a queue with shards: each shard has its share of them.
 */
class ShardedLimitsTest extends ShardTests {

	private static final Duration HOUR = Duration.ofHours(1);

	private ShardedQueue bound(QueueType type, int shards, String worker, @Nullable RateLimit rate, int maxLeased) {
		return create(type, shards,
				QueueSettings.builder(worker, Duration.ofDays(1)).rateLimit(rate).maxLeased(maxLeased).build());
	}

	/** The numbers that the shards have recorded, added up. */
	private List<Long> recorded() {
		long[] sums = new long[4];
		for (int shard = 0; shard < SHARDS; shard++) {
			String[] numbers = this.commands.get(shardKeys(shard).key("limits")).split(" ");
			IntStream.range(0, 4).forEach((i) -> sums[i] += Long.parseLong(numbers[i]));
		}
		return Arrays.stream(sums).boxed().toList();
	}

	@ParameterizedTest
	@ValueSource(ints = { 3, 4, 5, 10, 100 })
	void sharesOfARateAddUp(int jobs) {
		List<Job> some = jobsOfEach(50);
		this.queue.add(some);
		WorkerQueue worker = bound(QueueType.LEASE, SHARDS, "limited", new RateLimit(jobs, HOUR, jobs), 0);
		List<Lease> leases = leaseAll(worker);
		assertThat(leases).hasSize(jobs);
		assertThat(sizes(leases).values()).allMatch((size) -> size == jobs / SHARDS || size == jobs / SHARDS + 1);
		assertThat(recorded()).containsExactly((long) jobs, SHARDS * HOUR.toMillis() * 1000, (long) jobs, 0L);
		advance(HOUR);
		assertThat(leaseAll(worker)).hasSize(Math.min(jobs, some.size() - jobs));
	}

	@ParameterizedTest
	@ValueSource(ints = { 3, 4, 5, 10, 100 })
	void sharesOfALimitOfLeasedJobsAddUp(int max) {
		this.queue.add(jobsOfEach(50));
		WorkerQueue worker = bound(QueueType.LEASE, SHARDS, "limited", null, max);
		List<Lease> leases = leaseAll(worker);
		assertThat(leases).hasSize(max);
		assertThat(sizes(leases).values()).allMatch((size) -> size == max / SHARDS || size == max / SHARDS + 1);
		assertThat(recorded()).containsExactly(0L, 0L, 0L, (long) max);
		worker.complete(leases.subList(0, 2));
		assertThat(leaseAll(worker)).hasSize(2);
	}

	@Test
	void aRateBelowTheNumberOfShardsIsRefused() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> bound(QueueType.LEASE, SHARDS, "limited", new RateLimit(2, HOUR, 10), 0))
			.withMessageContainingAll("orders", "2", "shards", "3");
	}

	@Test
	void aBurstBelowTheNumberOfShardsIsRefused() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> bound(QueueType.LEASE, SHARDS, "limited", RateLimit.valueOf("100/s").withBurst(2), 0))
			.withMessageContainingAll("orders", "burst", "2", "shards", "3");
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2 })
	void aLimitOfLeasedJobsBelowTheNumberOfShardsIsRefused(int max) {
		assertThatIllegalArgumentException().isThrownBy(() -> bound(QueueType.STREAM, SHARDS, "limited", null, max))
			.withMessageContainingAll("orders", Integer.toString(max), "shards", "3");
	}

	@ParameterizedTest
	@CsvSource({ "6/m, 1", "3/h, 1", "20/s, 2" })
	void aBurstThatNobodyGaveIsOneForEachShardAtLeast(String text, int burst) {
		RateLimit limit = RateLimit.valueOf(text);
		assertThat(limit.burst()).isEqualTo(burst);
		this.queue.add(jobsOfEach(5));
		WorkerQueue worker = bound(QueueType.LEASE, SHARDS, "limited", limit, 0);
		assertThat(sizes(worker.lease(15).leases())).containsOnlyKeys(0, 1, 2);
	}

	@Test
	void withoutShardsNoLimitIsTooLow() {
		assertThatNoException().isThrownBy(() -> bound(QueueType.LEASE, 1, "limited", new RateLimit(1, HOUR, 1), 1));
	}

	@Test
	void anObstacleOfOneShardIsAnObstacleOfTheQueue() {
		this.queue.add(jobsOf(1, 3));
		WorkerQueue worker = bound(QueueType.LEASE, SHARDS, "limited", null, 6);
		List<Lease> leases = leaseAll(worker);
		assertThat(sizes(leases)).containsExactly(Map.entry(1, 2L));
		this.queue.add(jobsOf(2, 1));
		assertThat(this.queue.counts().obstacles()).containsExactly(Obstacle.MAX_LEASED);
		assertThat(sizes(leaseAll(worker))).containsOnlyKeys(2);
		worker.complete(leases);
		assertThat(this.queue.counts().obstacles()).isEmpty();
	}

	@Test
	void aShardAtItsLimitHoldsUpNoOther() {
		this.queue.add(jobsOf(0, 100));
		this.queue.add(jobsOf(2, 1));
		WorkerQueue worker = bound(QueueType.LEASE, SHARDS, "limited", null, 6);
		assertThat(sizes(leaseAll(worker))).containsOnlyKeys(0, 2).containsEntry(0, 2L).containsEntry(2, 1L);
		this.queue.add(jobsOf(1, 1));
		assertThat(worker.async().leaseOrWait(1).join().leases()).extracting(ShardTests::shardOf).containsExactly(1);
	}

	/** These two types take over the jobs of crashed workers by leasing. */
	@ParameterizedTest
	@EnumSource(names = { "STREAM", "DELAYED" })
	void crashedJobsFillTheLimitUntilTheNextLeaseOnly(QueueType type) {
		for (int shards : List.of(1, SHARDS)) {
			WorkerQueue vanishing = create(type, shards, QueueSettings.builder("vanished", LONG).maxLeased(6).build());
			vanishing.add(jobsOfEach(2));
			assertThat(leaseAll(vanishing)).hasSize(6);
			advance(LONG.plusSeconds(1));
			WorkerQueue worker = bound(type, shards, "limited", null, 6);
			assertThat(leaseAll(worker)).as("without a cleaning").hasSize(6);
			assertThat(worker.counts().leased()).isEqualTo(6);
			this.redis.keys().forEach(this.commands::del);
		}
	}

}
