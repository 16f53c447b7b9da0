package io.github.redisqueue.algorithm.list;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.Witness;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The faults of the reliable list as it is published, and that ours does not have them.
 */
class PublishedFaultsTest extends ListQueueTests {

	private static final int LIMIT = 3;

	private static final Cause CAUSE = Cause.of(Cause.Reason.REQUESTED, "given up");

	private PublishedList published;

	@BeforeEach
	void createPublished() {
		this.published = new PublishedList(this.commands, this.redis.keyPrefix() + "published:", LIMIT);
		this.queue = create(QueueSettings.builder("one", LONG).maxRetries(LIMIT).maxCrashes(LIMIT).build());
	}

	/** Leases a job as soon as there is one. */
	private static Lease lease(WorkerQueue worker) {
		return await().pollInterval(Duration.ofMillis(5))
			.until(() -> worker.lease(1).leases(), (leases) -> !leases.isEmpty())
			.get(0);
	}

	private void reclaim() {
		await().until(() -> {
			this.queue.clean(CleanDepth.LIGHT);
			return this.queue.counts().leased() == 0;
		});
	}

	@Nested
	class TheNextHeadIsReadBeforeTheFinishedJobIsRemoved {

		@Witness
		void publishedAJobRunsAgainAfterItsRemovalAndTheNextIsLost() {
			published.add("a", "b");
			published.move("one");
			published.move("one");
			List<String> handled = new ArrayList<>();
			String job = published.head("one");
			for (int i = 0; i < 2; i++) {
				handled.add(job);
				String next = published.head("one");
				published.removeHead("one");
				job = next;
			}
			assertThat(handled).containsExactly("a", "a");
			assertThat(published.left("one")).as("b, if the worker crashes now").isEmpty();
		}

		@Witness
		void publishedAPoisonJobRunsAgainAfterItsBurialAndTheNextIsLost() {
			published.add("poison", "next");
			published.move("one");
			published.move("one");
			String job = published.head("one");
			String next = published.head("one");
			published.removeHead("one");
			published.bury(job);
			assertThat(next).as("what is run next").isEqualTo("poison");
			published.removeHead("one");
			assertThat(published.left("one")).as("once that has ended, too").containsExactly("poison");
		}

		@Test
		void oursRemovesTheFinishedJobAndNoOther() {
			WorkerQueue vanishing = worker("vanishing", SHORT);
			add("a", "b", "c");
			List<Lease> leases = vanishing.lease(3).leases();
			assertThat(complete(vanishing, leases.get(1))).isTrue();
			reclaim();
			assertThat(queue.lease(3).leases()).extracting(Lease::id).containsExactly("a", "c");
		}

		@Test
		void oursBuriesThePoisonJobAndNoOther() {
			WorkerQueue vanishing = worker("vanishing", SHORT);
			add("a", "poison", "c");
			List<Lease> leases = vanishing.lease(3).leases();
			assertThat(vanishing.bury(Map.of(leases.get(1), CAUSE))).hasSize(1);
			reclaim();
			assertThat(queue.lease(3).leases()).extracting(Lease::id).containsExactly("a", "c");
			assertThat(queue.deadLetters().page(0, 10)).extracting(DeadLetter::id).containsExactly("poison");
		}

	}

	@Nested
	class AttemptsAreCountedByQueue {

		@Witness
		void publishedTheFailuresOfOneJobGiveUpAnother() {
			published.add("a", "b");
			published.move("one");
			for (int i = 0; i < LIMIT; i++) {
				published.fail("one", "a");
			}
			published.removeHead("one");
			published.move("one");
			published.fail("one", "b");
			assertThat(published.dead()).as("after its first failure").containsExactly("b");
		}

		@Test
		void oursCountsTheFailuresOfEachJob() {
			add("a");
			for (int i = 0; i < LIMIT; i++) {
				queue.retry(Map.of(lease(queue), failure(Duration.ZERO)));
			}
			assertThat(complete(queue, lease(queue))).isTrue();
			add("b");
			queue.retry(Map.of(lease(queue), failure(Duration.ZERO)));
			assertThat(queue.counts().dead()).isZero();
			assertThat(lease(queue).failures()).isOne();
		}

	}

	@Nested
	class AttemptsAreCountedAfterTheRun {

		@Witness
		void publishedAJobThatKillsItsWorkerIsTriedForEver() {
			published.add("poison");
			published.move("one");
			for (int start = 0; start < 10 * LIMIT; start++) {
				// The worker dies at this point each time, before it could call fail.
				assertThat(published.head("one")).isEqualTo("poison");
			}
			assertThat(published.dead()).isEmpty();
		}

		@Test
		void oursCountsItWhenItIsTakenBack() {
			WorkerQueue vanishing = worker("vanishing", SHORT);
			add("poison");
			while (queue.counts().dead() == 0) {
				vanishing.start(List.of(lease(vanishing)));
				reclaim();
			}
			assertThat(queue.lease(1).leases()).isEmpty();
			assertThat(queue.deadLetters().page(0, 10)).singleElement()
				.extracting(DeadLetter::cause)
				.extracting(Cause::reason)
				.isEqualTo(Cause.Reason.CRASHES);
		}

	}

	@Nested
	class RemovalAndBurialAreTwoSteps {

		@Witness
		void publishedACrashBetweenThemLosesTheJob() {
			published.add("a");
			published.move("one");
			published.removeHead("one");
			assertThat(published.left("one")).as("before the burial").isEmpty();
		}

		@Test
		void oursIsSeenInOneOfBothPlacesByWhoeverLooks() throws Exception {
			queue.add(IntStream.range(0, 200).mapToObj((i) -> Job.of("job-" + i, new byte[0])).toList());
			List<Lease> leases = queue.lease(200).leases();
			CompletableFuture<Void> burials = CompletableFuture
				.runAsync(() -> leases.forEach((lease) -> queue.bury(Map.of(lease, CAUSE))));
			do {
				QueueCounts counts = queue.counts();
				assertThat(counts.leased() + counts.dead()).as(counts.toString()).isEqualTo(200);
			}
			while (!burials.isDone());
			burials.get();
			assertThat(queue.counts().dead()).isEqualTo(200);
		}

	}

	@Nested
	class AFailedJobStaysAtTheHead {

		@Witness
		void publishedItBlocksThoseBehindIt() {
			published.add("bad", "good");
			published.move("one");
			published.move("one");
			for (int i = 0; i < LIMIT; i++) {
				assertThat(published.head("one")).isEqualTo("bad");
				published.fail("one", "bad");
			}
			assertThat(published.left("one")).containsExactly("good", "bad");
		}

		@Test
		void oursLetsThoseBehindItThroughAtOnce() {
			add("bad", "good", "better");
			queue.retry(Map.of(lease(queue), failure(LONG)));
			assertThat(lease(queue).id()).isEqualTo("good");
			assertThat(lease(queue).id()).isEqualTo("better");
			assertThat(queue.counts().delayed()).isOne();
		}

		@Test
		void oursTellsWhoFindsNothingElseToWait() {
			add("bad");
			queue.retry(Map.of(lease(queue), failure(LONG)));
			LeaseResult nothing = queue.lease(1);
			assertThat(nothing.leases()).isEmpty();
			assertThat(nothing.nextDue()).isBetween(LONG.dividedBy(2), LONG.plusMillis(1));
		}

	}

	@Nested
	class OnlyItsOwnerDrainsAPrivateList {

		@Witness
		void publishedTheJobsOfAWorkerThatNeverReturnsStayThere() {
			published.add("a");
			published.move("vanished");
			assertThat(published.head("one")).as("what another worker finds at its start").isNull();
			assertThat(published.move("one")).isNull();
			assertThat(published.left("vanished")).containsExactly("a");
		}

		@Test
		void oursGivesThemBackByWhoeverCleans() {
			add("a");
			worker("vanished", SHORT).lease(1);
			reclaim();
			assertThat(lease(queue).id()).isEqualTo("a");
		}

	}

	@Nested
	class DuplicatesAreNotRecognised {

		@Witness
		void publishedAJobThatIsAddedTwiceRunsTwice() {
			published.add("a");
			published.add("a");
			assertThat(published.move("one")).isEqualTo(published.move("two")).isEqualTo("a");
		}

		@Test
		void oursIsAddedOnce() {
			add("a");
			assertThat(queue.add(job("a"))).isFalse();
			assertThat(queue.counts().ready()).isOne();
			assertThat(queue.lease(2).leases()).hasSize(1);
		}

	}

}
