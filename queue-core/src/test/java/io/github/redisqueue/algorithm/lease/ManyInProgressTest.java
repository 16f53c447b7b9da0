package io.github.redisqueue.algorithm.lease;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import io.github.redisqueue.CleanDepth;
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

	private final Random random = new Random(42);

	private int last;

	private List<Lease> leases(int count) {
		List<Job> jobs = Stream.generate(() -> Job.of("job-" + this.last++, new byte[0])).limit(count).toList();
		assertThat(this.queue.add(jobs)).hasSize(count);
		List<Lease> leases = leaseAll(this.queue);
		assertThat(leases).hasSize(count);
		Collections.shuffle(leases, this.random);
		return leases;
	}

	/** Settles in batches of many sizes, and looks at the counts each time. */
	private void settle(List<Lease> leases, UnaryOperator<Collection<Lease>> settling) {
		long before = this.queue.counts().leased();
		int done = 0;
		while (done < leases.size()) {
			List<Lease> batch = leases.subList(done, Math.min(leases.size(), done + 1 + this.random.nextInt(90)));
			assertThat(settling.apply(batch)).hasSameElementsAs(batch);
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
		settle(leases.subList(600, 1200), (batch) -> this.queue.retry(each(batch, failure(Duration.ZERO))).retried());
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

}
