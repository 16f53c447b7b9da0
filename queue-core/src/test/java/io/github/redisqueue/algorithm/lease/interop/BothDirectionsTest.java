package io.github.redisqueue.algorithm.lease.interop;

import static io.github.redisqueue.test.QueueFixture.complete;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Cause;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@RedisTest
class BothDirectionsTest {

	private static final byte[] DATA = SharedQueue.data("{}");

	private static final Duration DAY = Duration.ofDays(1);

	private final TestRedis redis;

	private final SharedQueue queue;

	private final WorkerQueue ours;

	private final UpstreamWorkQueue theirs;

	BothDirectionsTest(TestRedis redis) {
		this.redis = redis;
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
		void isKnownToUsWhereverItStands() {
			theirs.addItem("a", DATA);
			assertThat(ours.add(Job.of("a", DATA))).isFalse();
			theirs.lease(SharedQueue.SECONDS);
			assertThat(ours.add(Job.of("a", DATA))).isFalse();
			assertThat(queue.leaseAll()).isEmpty();
			QueueCounts counts = ours.counts();
			assertThat(counts.leased()).isOne();
			assertThat(counts.ready()).isZero();
			theirs.complete("a");
			assertThat(ours.add(Job.of("a", DATA))).isTrue();
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
		}

		@Test
		void isRetriedByUsAndNoneOfTheirCleanersHurriesIt() {
			theirs.addItem("a", DATA);
			ours.retry(Map.of(leaseOne(), new Failure(DAY, Cause.of(Cause.Reason.FAILURES, null))));
			theirs.lightClean();
			assertThat(theirs.lease(SharedQueue.SECONDS)).isNull();

			queue.makeDue("a");
			assertThat(leaseOne()).satisfies((lease) -> {
				assertThat(lease.failures()).isOne();
				assertThat(lease.job().payload()).isEqualTo(DATA);
			});
		}

		@Test
		void isReadyForThemAtOnceWhenReleasedByUs() {
			theirs.addItem("a", DATA);
			theirs.addItem("b", DATA);
			ours.release(ours.lease(1).leases());
			assertThat(theirs.lease(SharedQueue.SECONDS)).extracting(UpstreamJob::id).isEqualTo("a");
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

		@Test
		void isCancelledByUsWhileTheyHoldIt() {
			theirs.addItem("a", DATA);
			theirs.lease(SharedQueue.SECONDS);
			assertThat(ours.cancel("a")).isTrue();
			assertThat(theirs.complete("a")).isFalse();
			assertThat(queue.leftovers()).isEmpty();
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
		void isKnownToThemWhereverItStands() {
			ours.add(this.job);
			assertThat(theirs.addItem("a", DATA)).as("ready").isFalse();
			Lease lease = leaseOne();
			assertThat(theirs.addItem("a", DATA)).as("leased").isFalse();
			ours.retry(Map.of(lease, new Failure(DAY, Cause.of(Cause.Reason.FAILURES, null))));
			assertThat(theirs.addItem("a", DATA)).as("delayed").isFalse();
			assertThat(theirs.queueLength()).isZero();
		}

		@Test
		void wakesThemWhileTheyWait() throws Exception {
			RedisClient client = (RedisClient) redis.connections().getRequiredNativeClient();
			try (StatefulRedisConnection<String, byte[]> connection = client
				.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE))) {
				UpstreamWorkQueue waiting = queue.anotherOfTheirs(connection.sync());
				CompletableFuture<UpstreamJob> leased = CompletableFuture
					.supplyAsync(() -> waiting.lease(SharedQueue.SECONDS, 30));
				Awaitility.await()
					.until(() -> redis.commands()
						.clientList()
						.lines()
						.anyMatch((line) -> line.contains("cmd=brpoplpush")));
				ours.add(this.job);
				assertThat(leased.get(20, TimeUnit.SECONDS)).extracting(UpstreamJob::id).isEqualTo("a");
			}
			assertThat(queue.leaseAll()).isEmpty();
		}

		@Test
		void isOutOfTheirSightWhileItIsDelayed() {
			ours.add(this.job.withDelay(DAY));
			assertThat(theirs.queueLength()).isZero();
			assertThat(theirs.lease(SharedQueue.SECONDS)).isNull();
		}

		@Test
		void isTheirsToTakeOnceItIsDueAndOneOfUsHasLeasedAnything() {
			ours.add(this.job);
			ours.add(Job.of("b", DATA).withDelay(DAY));
			queue.makeDue("b");
			assertThat(ours.lease(1).leases()).extracting(Lease::id).containsExactly("a");
			assertThat(theirs.lease(SharedQueue.SECONDS)).extracting(UpstreamJob::id).isEqualTo("b");
		}

		@Test
		void isHeldByALeaseThatTheyRespect() {
			ours.add(this.job);
			Lease lease = leaseOne();
			assertThat(queue.holder("a")).isEqualTo(lease.token() + ":ours");
			assertThat(redis.commands().pttl(queue.key("lease:a"))).isBetween(1L, SharedQueue.SECONDS * 1000);
			theirs.lightClean();
			theirs.deepClean();
			assertThat(theirs.lease(SharedQueue.SECONDS)).isNull();
			assertThat(complete(ours, lease)).isTrue();
		}

		@Test
		void isHeldForLessThanASecondIfThatIsTheLeaseTime() {
			WorkerQueue brief = queue.ours("brief", Duration.ofMillis(900));
			ours.add(this.job);
			Lease lease = brief.lease(1).leases().get(0);
			assertThat(redis.commands().pttl(queue.key("lease:a"))).isLessThanOrEqualTo(900).isNotEqualTo(-1);
			theirs.lightClean();
			assertThat(complete(brief, lease)).isTrue();
		}

	}

}
