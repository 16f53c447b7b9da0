package io.github.redisqueue.algorithm.lease.interop;

import static io.github.redisqueue.test.QueueFixture.complete;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@RedisTest
class BothDirectionsTest {

	private static final byte[] DATA = SharedQueue.data("{}");

	private static final Duration DAY = Duration.ofDays(1);

	private final SharedQueue queue;

	private final WorkerQueue ours;

	private final UpstreamWorkQueue theirs;

	BothDirectionsTest(TestRedis redis) {
		this.queue = new SharedQueue(redis);
		this.ours = this.queue.ours();
		this.theirs = this.queue.theirs();
	}

	private Lease leaseOne() {
		List<Lease> leases = this.queue.leaseAll();
		assertThat(leases).hasSize(1);
		return leases.get(0);
	}

	@Nested
	class WhatTheyAdd {

		@Test
		void isLeasedAndCompletedByUs() {
			assertThat(theirs.addItem("a", DATA)).isTrue();
			Lease lease = leaseOne();
			assertThat(lease.job()).isEqualTo(Job.of("a", DATA));
			assertThat(lease.attempt()).isOne();
			assertThat(theirs.queueLength()).isZero();
			assertThat(theirs.processingLength()).isOne();

			assertThat(complete(ours, lease)).isTrue();
			assertThat(queue.leftovers()).isEmpty();
			assertThat(theirs.addItem("a", DATA)).as("a completed id added again").isTrue();
		}

		@Test
		void isLeasedInTheOrderOfAddingWhoeverAdded() {
			theirs.addItem("1", DATA);
			ours.add(List.of(Job.of("2", DATA), Job.of("3", DATA)));
			theirs.addUniqueItem("4", DATA);
			ours.add(List.of(Job.of("5", DATA)), AddMode.UNCHECKED);

			assertThat(theirs.lease(SharedQueue.SECONDS)).extracting(UpstreamJob::id).isEqualTo("1");
			assertThat(ours.lease(2).leases()).extracting(Lease::id).containsExactly("2", "3");
			assertThat(theirs.lease(SharedQueue.SECONDS)).extracting(UpstreamJob::id).isEqualTo("4");
			assertThat(queue.leaseAll()).extracting(Lease::id).containsExactly("5");
			assertThat(ours.counts().leased()).as("by whomever").isEqualTo(5);
		}

		@Test
		void isNoJobOfTheirsAnyMoreWhenBuriedByUs() {
			theirs.addItem("a", DATA);
			ours.bury(Map.of(leaseOne(), Cause.of(Cause.Reason.REQUESTED, "hopeless")));
			theirs.deepClean();
			assertThat(theirs.lease(SharedQueue.SECONDS)).isNull();
			assertThat(ours.deadLetters().get("a")).get().extracting(DeadLetter::job).isEqualTo(Job.of("a", DATA));

			assertThat(ours.deadLetters().redriveAll()).isOne();
			assertThat(theirs.lease(SharedQueue.SECONDS)).extracting(UpstreamJob::id).isEqualTo("a");
		}

	}

	@Nested
	class WhatWeAdd {

		private final Job job = Job.of("a", DATA).withHeaders(Map.of("tenant", "7"));

		@Test
		void isLeasedAndCompletedByThem() {
			ours.add(this.job);
			assertThat(theirs.queueLength()).isOne();
			assertThat(theirs.lease(SharedQueue.SECONDS)).satisfies((leased) -> {
				assertThat(leased.id()).isEqualTo("a");
				assertThat(leased.data()).isEqualTo(DATA);
			});
			assertThat(queue.holder("a")).isEqualTo(theirs.session());
			assertThat(queue.leaseAll()).isEmpty();
			assertThat(theirs.complete("a")).isTrue();

			ours.clean(CleanDepth.DEEP);
			assertThat(queue.leftovers()).isEmpty();
		}

		@Test
		void isTheirsToTakeOnceItIsDueAndOneOfUsHasLeasedAnything() {
			ours.add(this.job);
			ours.add(Job.of("b", DATA).withDelay(DAY));
			queue.makeDue("b");
			assertThat(ours.lease(1).leases()).extracting(Lease::id).containsExactly("a");
			assertThat(theirs.lease(SharedQueue.SECONDS)).extracting(UpstreamJob::id).isEqualTo("b");
		}

	}

}
