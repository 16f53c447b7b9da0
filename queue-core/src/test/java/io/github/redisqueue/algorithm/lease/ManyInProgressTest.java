package io.github.redisqueue.algorithm.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Jobs that are settled far from the tail of processing, where they cannot be found in a
 * short time.
 */
@Timeout(180)
class ManyInProgressTest extends LeaseQueueTests {

	private static final Failure FAILURE = new Failure(Duration.ZERO, Cause.of(Cause.Reason.FAILURES, "in a test"));

	private final Random random = new Random(42);

	private int last;

	private List<Lease> leases(int count) {
		List<Job> jobs = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			jobs.add(Job.of("job-" + this.last++, new byte[0]));
		}
		assertThat(this.queue.add(jobs)).hasSize(count);
		List<Lease> leases = new ArrayList<>();
		while (leases.size() < count) {
			leases.addAll(this.queue.lease(500).leases());
		}
		Collections.shuffle(leases, this.random);
		return leases;
	}

	/** Settles in batches of many sizes, and looks at the counts each time. */
	private void settle(List<Lease> leases, Settling settling) {
		long before = this.queue.counts().leased();
		int done = 0;
		while (done < leases.size()) {
			List<Lease> batch = leases.subList(done, Math.min(leases.size(), done + 1 + this.random.nextInt(90)));
			assertThat(settling.settle(batch)).hasSameElementsAs(batch);
			done += batch.size();
			assertThat(this.queue.counts().leased()).isEqualTo(before - done);
		}
	}

	@Test
	void countTrueAndLeaveNothingBehindInWhateverOrderTheyAreCompleted() {
		settle(leases(3000), this.queue::complete);
		assertThat(this.commands.exists(key("processing"), key("suspects"))).isZero();
	}

	@Test
	void leaveAtMostAsManyStaleCopiesAsThereAreLiveJobs() {
		List<Lease> leases = leases(4000);
		List<Lease> some = leases.subList(0, 2000);
		for (int round = 0; round < 5; round++) {
			settle(some, this.queue::complete);
			assertThat(this.commands.llen(key("processing"))).isLessThanOrEqualTo(2 * 4000);
			some = leases(2000);
		}
	}

	@Test
	void areReadyAgainOnceEachWhenTheyAreReleasedOrRetried() {
		List<Lease> leases = leases(1200);
		settle(leases.subList(0, 600), this.queue::release);
		settle(leases.subList(600, 1200), (batch) -> {
			Map<Lease, Failure> failed = new LinkedHashMap<>();
			batch.forEach((lease) -> failed.put(lease, FAILURE));
			return this.queue.retry(failed).retried();
		});
		Set<String> again = new HashSet<>();
		while (again.size() < 1200) {
			for (Lease lease : this.queue.lease(500).leases()) {
				assertThat(again.add(lease.id())).as(lease.id()).isTrue();
				assertThat(lease.crashes()).isZero();
			}
		}
		assertThat(this.queue.counts().leased()).isEqualTo(1200);
	}

	@Test
	void countNoCrashWhenTheirIdsAreAddedAnew() {
		List<Lease> leases = leases(1000);
		List<Lease> newest = leases.stream().filter((lease) -> number(lease) >= 900).toList();
		assertThat(this.queue.complete(newest)).hasSize(100);
		assertThat(this.commands.zcard(key("suspects"))).isPositive();
		List<Job> anew = newest.stream().map((lease) -> Job.of(lease.id(), new byte[0])).toList();
		assertThat(this.queue.add(anew)).hasSize(100);
		WorkerQueue cleaner = worker("cleaner", LONG);
		cleaner.clean(CleanDepth.LIGHT);
		cleaner.clean(CleanDepth.DEEP);
		assertThat(this.commands.zcard(key("suspects"))).isZero();
		assertThat(this.queue.counts().ready()).isEqualTo(100);
		assertThat(this.queue.counts().leased()).isEqualTo(900);
		assertThat(this.queue.lease(500).leases()).hasSize(100)
			.allSatisfy((lease) -> assertThat(lease.attempt()).isOne());
	}

	@Test
	void areLostToNobodyWhenTheirIdsAreLeasedAnew() {
		List<Lease> leases = leases(1000);
		List<Lease> newest = leases.stream().filter((lease) -> number(lease) >= 900).toList();
		assertThat(this.queue.complete(newest)).hasSize(100);
		this.queue.add(newest.stream().map((lease) -> Job.of(lease.id(), new byte[0])).toList());
		List<Lease> again = this.queue.lease(500).leases();
		assertThat(again).hasSize(100);
		assertThat(this.queue.counts().leased()).isEqualTo(1000);
		assertThat(this.queue.complete(newest)).isEmpty();
		settle(again, this.queue::complete);
		settle(leases.stream().filter((lease) -> number(lease) < 900).toList(), this.queue::complete);
		assertThat(this.commands.exists(key("processing"), key("suspects"))).isZero();
	}

	private static int number(Lease lease) {
		return Integer.parseInt(lease.id().substring("job-".length()));
	}

	private interface Settling {

		Set<Lease> settle(List<Lease> batch);

	}

}
