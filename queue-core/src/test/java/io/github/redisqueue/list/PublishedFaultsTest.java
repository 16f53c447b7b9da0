package io.github.redisqueue.list;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.redis.QueueKeys;
import io.github.redisqueue.redis.Scripts;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.github.redisqueue.type.QueueType;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The faults of the reliable list as it is published, and that ours does not have them.
 */
@RedisTest
class PublishedFaultsTest {

	private static final int LIMIT = 3;

	private static final Duration LONG = Duration.ofSeconds(30);

	private static final Duration SHORT = Duration.ofMillis(50);

	private TestRedis redis;

	private QueueKeys keys;

	private WorkQueue queue;

	private PublishedList published;

	@BeforeEach
	void createQueues(TestRedis redis) {
		this.redis = redis;
		this.keys = QueueKeys.of(redis.keyPrefix(), "orders");
		this.queue = worker("one", LONG);
		this.published = new PublishedList(redis.commands(), redis.keyPrefix() + "published:", LIMIT);
	}

	private WorkQueue worker(String id, Duration leaseTime) {
		QueueSettings settings = QueueSettings.of(id, leaseTime).withLimits(new QueueSettings.Limits(LIMIT, LIMIT));
		return QueueType.LIST.queue(this.keys, settings, new Scripts(this.redis.connections()));
	}

	private void add(String... ids) {
		this.queue.add(List.of(ids).stream().map((id) -> Job.of(id, new byte[0])).toList());
	}

	/** Leases a job as soon as there is one. */
	private static Lease lease(WorkQueue worker) {
		return await().pollInterval(Duration.ofMillis(5))
			.until(() -> worker.lease(1).leases(), (leases) -> !leases.isEmpty())
			.get(0);
	}

	private static Failure failure(Duration delay) {
		return new Failure(delay, Cause.of(Cause.Reason.FAILURES, "failed"));
	}

	private void reclaim() {
		await().until(() -> {
			this.queue.clean(CleanDepth.LIGHT);
			return this.queue.counts().leased() == 0;
		});
	}

	@Nested
	class TheNextHeadIsReadBeforeTheFinishedJobIsRemoved {

		@Test
		void publishedAJobRunsAgainAfterItsRemovalAndTheNextIsLost() {
			PublishedList list = PublishedFaultsTest.this.published;
			list.add("a", "b");
			list.move("one");
			list.move("one");
			List<String> handled = new ArrayList<>();
			String job = list.head("one");
			for (int i = 0; i < 2; i++) {
				handled.add(job);
				String next = list.head("one");
				list.removeHead("one");
				job = next;
			}
			assertThat(handled).containsExactly("a", "a");
			assertThat(list.left("one")).as("b, if the worker crashes now").isEmpty();
		}

		@Test
		void oursRemovesTheFinishedJobAndNoOther() {
			WorkQueue vanishing = worker("vanishing", SHORT);
			add("a", "b");
			List<Lease> leases = vanishing.lease(2).leases();
			assertThat(vanishing.complete(leases.get(0))).isTrue();
			reclaim();
			assertThat(PublishedFaultsTest.this.queue.lease(2).leases()).extracting(Lease::id).containsExactly("b");
		}

	}

	@Nested
	class AttemptsAreCountedByQueue {

		@Test
		void publishedTheFailuresOfOneJobGiveUpAnother() {
			PublishedList list = PublishedFaultsTest.this.published;
			list.add("a", "b");
			list.move("one");
			for (int i = 0; i < LIMIT; i++) {
				list.fail("one", "a");
			}
			list.removeHead("one");
			list.move("one");
			list.fail("one", "b");
			assertThat(list.dead()).as("after its first failure").containsExactly("b");
		}

		@Test
		void oursCountsTheFailuresOfEachJob() {
			WorkQueue queue = PublishedFaultsTest.this.queue;
			add("a");
			for (int i = 0; i < LIMIT; i++) {
				queue.retry(Map.of(lease(queue), failure(Duration.ZERO)));
			}
			assertThat(queue.complete(lease(queue))).isTrue();
			add("b");
			queue.retry(Map.of(lease(queue), failure(Duration.ZERO)));
			assertThat(queue.counts().dead()).isZero();
			assertThat(lease(queue).failures()).isOne();
		}

	}

	@Nested
	class AttemptsAreCountedAfterTheRun {

		@Test
		void publishedAJobThatKillsItsWorkerIsTriedForEver() {
			PublishedList list = PublishedFaultsTest.this.published;
			list.add("poison");
			list.move("one");
			for (int start = 0; start < 10 * LIMIT; start++) {
				// The worker dies at this point each time, before it could call fail.
				assertThat(list.head("one")).isEqualTo("poison");
			}
			assertThat(list.dead()).isEmpty();
		}

		@Test
		void oursCountsItWhenItIsTakenBack() {
			WorkQueue vanishing = worker("vanishing", SHORT);
			add("poison");
			for (int start = 0; start <= LIMIT; start++) {
				vanishing.start(List.of(lease(vanishing)));
				reclaim();
			}
			assertThat(PublishedFaultsTest.this.queue.lease(1).leases()).isEmpty();
			assertThat(PublishedFaultsTest.this.queue.deadLetters().page(0, 10)).singleElement()
				.extracting(DeadLetter::cause)
				.extracting(Cause::reason)
				.isEqualTo(Cause.Reason.CRASHES);
		}

	}

	@Nested
	class RemovalAndBurialAreTwoSteps {

		@Test
		void publishedACrashBetweenThemLosesTheJob() {
			PublishedList list = PublishedFaultsTest.this.published;
			list.add("a");
			list.move("one");
			list.removeHead("one");
			assertThat(list.left("one")).as("before the burial").isEmpty();
		}

		@Test
		void oursIsSeenInOneOfBothPlacesByWhoeverLooks() throws Exception {
			WorkQueue queue = PublishedFaultsTest.this.queue;
			queue.add(IntStream.range(0, 200).mapToObj((i) -> Job.of("job-" + i, new byte[0])).toList());
			List<Lease> leases = queue.lease(200).leases();
			CompletableFuture<Void> burials = CompletableFuture.runAsync(() -> leases
				.forEach((lease) -> queue.bury(Map.of(lease, Cause.of(Cause.Reason.REQUESTED, "given up")))));
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

		@Test
		void publishedItBlocksThoseBehindIt() {
			PublishedList list = PublishedFaultsTest.this.published;
			list.add("bad", "good");
			list.move("one");
			list.move("one");
			for (int i = 0; i < LIMIT; i++) {
				assertThat(list.head("one")).isEqualTo("bad");
				list.fail("one", "bad");
			}
			assertThat(list.left("one")).containsExactly("good", "bad");
		}

		@Test
		void oursLetsThoseBehindItThroughAtOnce() {
			WorkQueue queue = PublishedFaultsTest.this.queue;
			add("bad", "good", "better");
			queue.retry(Map.of(lease(queue), failure(LONG)));
			assertThat(lease(queue).id()).isEqualTo("good");
			assertThat(lease(queue).id()).isEqualTo("better");
			assertThat(queue.counts().delayed()).isOne();
		}

	}

	@Nested
	class OnlyItsOwnerDrainsAPrivateList {

		@Test
		void publishedTheJobsOfAWorkerThatNeverReturnsStayThere() {
			PublishedList list = PublishedFaultsTest.this.published;
			list.add("a");
			list.move("vanished");
			assertThat(list.head("one")).as("what another worker finds at its start").isNull();
			assertThat(list.move("one")).isNull();
			assertThat(list.left("vanished")).containsExactly("a");
		}

		@Test
		void oursGivesThemBackByWhoeverCleans() {
			add("a");
			worker("vanished", SHORT).lease(1);
			reclaim();
			assertThat(lease(PublishedFaultsTest.this.queue).id()).isEqualTo("a");
		}

	}

	@Nested
	class DuplicatesAreNotRecognised {

		@Test
		void publishedAJobThatIsAddedTwiceRunsTwice() {
			PublishedList list = PublishedFaultsTest.this.published;
			list.add("a");
			list.add("a");
			assertThat(list.move("one")).isEqualTo(list.move("two")).isEqualTo("a");
		}

		@Test
		void oursIsAddedOnce() {
			add("a");
			add("a");
			assertThat(PublishedFaultsTest.this.queue.lease(2).leases()).hasSize(1);
		}

	}

}
