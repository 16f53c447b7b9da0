package io.github.redisqueue.algorithm.lease.interop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Our cleaners, and what is foreign.
 */
@RedisTest
class OurCleanerTest {

	private static final byte[] DATA = SharedQueue.data("{}");

	private final SharedQueue queue;

	private final WorkerQueue ours;

	private final UpstreamWorkQueue theirs;

	OurCleanerTest(TestRedis redis) {
		this.queue = new SharedQueue(redis);
		this.ours = this.queue.ours();
		this.theirs = this.queue.theirs();
	}

	@Nested
	class AForeignWorkerThatLives {

		@ParameterizedTest
		@EnumSource
		void keepsItsJob(CleanDepth depth) {
			theirs.addItem("a", DATA);
			theirs.lease(SharedQueue.SECONDS);
			Map<String, String> before = queue.contents();
			queue.cleanTwice(depth);
			queue.cleanTwice(depth);
			assertThat(queue.contents()).isEqualTo(before);
			assertThat(queue.leaseAll()).isEmpty();
			assertThat(theirs.complete("a")).isTrue();
		}

		@ParameterizedTest
		@EnumSource
		void isNotRobbedBetweenItsMoveAndItsLease(CleanDepth depth) {
			theirs.addItem("a", DATA);
			theirs.interruptBy((command) -> {
				if (command > 1) {
					assertThat(queue.cleanTwiceAtOnce(depth)).isEqualTo(CleanReport.NOTHING);
					assertThat(queue.suspects()).containsExactly("a");
					assertThat(queue.leaseAll()).isEmpty();
				}
			});
			assertThat(theirs.lease(SharedQueue.SECONDS)).isNotNull();
			theirs.interruptBy((command) -> {
			});
			assertThat(theirs.complete("a")).isTrue();
		}

		@Test
		void isNoSuspectAnyMoreOnceItHasItsLease() {
			theirs.addItem("a", DATA);
			theirs.interruptBy((command) -> {
				if (command == 3) {
					ours.clean(CleanDepth.LIGHT);
				}
			});
			theirs.lease(SharedQueue.SECONDS);
			assertThat(queue.suspects()).containsExactly("a");
			ours.clean(CleanDepth.LIGHT);
			assertThat(queue.suspects()).isEmpty();

			queue.letLeaseRunOut("a");
			assertThat(ours.clean(CleanDepth.LIGHT).reclaimed()).as("suspected anew").isZero();
		}

		@Test
		void isRobbedWithoutHarmIfItIsFarTooSlow() {
			theirs.addItem("a", DATA);
			List<Lease> robbed = new ArrayList<>();
			theirs.interruptBy((command) -> {
				if (command == 3) {
					queue.cleanTwice(CleanDepth.LIGHT);
					robbed.addAll(queue.leaseAll());
				}
			});
			theirs.lease(SharedQueue.SECONDS);
			assertThat(robbed).hasSize(1);
			assertThat(ours.complete(robbed)).as("robbed back").isEmpty();
			assertThat(theirs.complete("a")).isTrue();
			ours.clean(CleanDepth.DEEP);
			assertThat(queue.leftovers()).isEmpty();
		}

	}

	@Nested
	class AForeignWorkerThatVanished {

		@Test
		void givesItsJobBackWhenTwoPassesSomeTimeApartSawItWithoutLease() {
			WorkerQueue cleaner = queue.ours("cleaner", Duration.ofMillis(200));
			theirs.addItem("a", DATA);
			theirs.lease(SharedQueue.SECONDS);
			queue.letLeaseRunOut("a");
			assertThat(cleaner.clean(CleanDepth.LIGHT).reclaimed()).isZero();
			Awaitility.await()
				.pollInterval(Duration.ofMillis(20))
				.untilAsserted(() -> assertThat(cleaner.clean(CleanDepth.LIGHT).reclaimed()).isOne());
			assertThat(queue.leaseAll()).extracting(Lease::id).containsExactly("a");
		}

		@Test
		void countsAsACrash() {
			theirs.addItem("a", DATA);
			theirs.lease(SharedQueue.SECONDS);
			queue.letLeaseRunOut("a");
			queue.cleanTwice(CleanDepth.LIGHT);
			assertThat(queue.leaseAll()).extracting(Lease::crashes).containsExactly(1);
		}

		@Test
		void leavesNoGhostInProcessingIfItsCompletionHadBegun() {
			theirs.addItem("a", DATA);
			theirs.lease(SharedQueue.SECONDS);
			theirs.dieBefore(2);
			assertThatThrownBy(() -> theirs.complete("a")).isInstanceOf(ForeignDeath.class);
			queue.letLeaseRunOut("a");
			assertThat(queue.inProcessing()).containsExactly("a");
			assertThat(ours.clean(CleanDepth.LIGHT)).isEqualTo(CleanReport.of(0, 1));
			assertThat(queue.leftovers()).isEmpty();
		}

		@Test
		void doesNotLeaveASuspectBehindWhateverBecomesOfTheJob() {
			for (String id : List.of("reclaimed", "completed", "cancelled", "requeued")) {
				theirs.addItem(id, DATA);
				theirs.lease(SharedQueue.SECONDS);
				queue.letLeaseRunOut(id);
			}
			ours.clean(CleanDepth.LIGHT);
			assertThat(queue.suspects()).hasSize(4);

			theirs.complete("completed");
			ours.cancel("cancelled");
			queue.commands().lrem(queue.key("processing"), 0, "requeued");
			queue.commands().lpush(queue.key("queue"), "requeued");
			queue.cleanTwice(CleanDepth.LIGHT);
			assertThat(queue.suspects()).isEmpty();
			assertThat(ours.complete(queue.leaseAll())).extracting(Lease::id)
				.containsExactlyInAnyOrder("reclaimed", "requeued");
			assertThat(queue.leftovers()).isEmpty();
		}

		@Test
		void isOneOfManyWhoseJobsAllComeBackOnce() {
			List<String> ids = IntStream.range(0, 1101).mapToObj(Integer::toString).toList();
			ids.forEach((id) -> theirs.addItem(id, DATA));
			ids.forEach((id) -> {
				theirs.lease(SharedQueue.SECONDS);
				queue.letLeaseRunOut(id);
			});
			queue.cleanTwice(CleanDepth.LIGHT);
			assertThat(queue.inProcessing()).isEmpty();
			assertThat(queue.leaseAll()).extracting(Lease::id).containsExactlyInAnyOrderElementsOf(ids);
		}

		@Test
		void givesItsJobsBackOnceThoughSeveralOfUsCleanAtOnce() {
			List<String> ids = IntStream.range(0, 700).mapToObj(Integer::toString).toList();
			ids.forEach((id) -> theirs.addItem(id, DATA));
			ids.forEach((id) -> {
				theirs.lease(SharedQueue.SECONDS);
				queue.letLeaseRunOut(id);
			});
			CompletableFuture<?>[] cleaners = IntStream.range(0, 4).mapToObj((i) -> CompletableFuture.runAsync(() -> {
				queue.cleanTwice(CleanDepth.LIGHT);
				queue.cleanTwice(CleanDepth.DEEP);
			})).toArray(CompletableFuture[]::new);
			CompletableFuture.allOf(cleaners).join();
			assertThat(queue.leaseAll()).extracting(Lease::id).containsExactlyInAnyOrderElementsOf(ids);
			assertThat(queue.leaseAll()).isEmpty();
		}

		@Test
		void isToldFromOneOfUsWhoseJobComesBackAtOnce() {
			ours.add(Job.of("a", DATA));
			queue.leaseAll();
			queue.letLeaseRunOut("a");
			assertThat(ours.clean(CleanDepth.LIGHT).reclaimed()).isOne();
		}

	}

	@Nested
	class AForeignAddition {

		@Test
		void thatIsSlowIsNotHandedOutTwice() {
			theirs.interruptBy((command) -> ours.clean(CleanDepth.DEEP));
			assertThat(theirs.addItem("a", DATA)).isTrue();
			assertThat(queue.queued()).containsExactly("a", "a");
			assertThat(ours.lease(1).leases()).hasSize(1);
			assertThat(queue.leaseAll()).isEmpty();
		}

		@Test
		void thatIsNeverFinishedIsNoBusinessOfTheLightClean() {
			theirs.dieBefore(2);
			assertThatThrownBy(() -> theirs.addItem("a", DATA)).isInstanceOf(ForeignDeath.class);
			queue.cleanTwice(CleanDepth.LIGHT);
			assertThat(queue.queued()).isEmpty();
			assertThat(ours.clean(CleanDepth.DEEP).reclaimed()).isOne();
			assertThat(queue.queued()).containsExactly("a");
		}

		@Test
		void thatIsNeverFinishedIsNotForgottenAmongMany() {
			Map<String, String> strays = IntStream.range(0, 1200)
				.boxed()
				.collect(Collectors.toMap((i) -> queue.key("item:stray-" + i), (i) -> "{}"));
			queue.commands().mset(strays);
			IntStream.range(0, 300).forEach((i) -> theirs.addItem("ready-" + i, DATA));
			assertThat(ours.clean(CleanDepth.DEEP).reclaimed()).isEqualTo(1200);
			assertThat(queue.leaseAll()).extracting(Lease::id).hasSize(1500).doesNotHaveDuplicates();
		}

	}

}
