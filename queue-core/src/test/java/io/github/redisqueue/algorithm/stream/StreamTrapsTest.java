package io.github.redisqueue.algorithm.stream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Groups;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.WorkerQueue;
import io.lettuce.core.Consumer;
import io.lettuce.core.XAddArgs;
import io.lettuce.core.XGroupCreateArgs;
import io.lettuce.core.XReadArgs;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Faults of stream queues as others have published them, most of them with the group and
 * its consumers, which this one does not have.
 */
class StreamTrapsTest extends StreamQueueTests {

	@Nested
	class AStreamThatWasDeleted {

		@Test
		void isBegunAnewHere() {
			add("a", "b");
			Lease lost = leaseOne(queue);
			commands.del(key("stream"));
			assertThat(queue.lease(1).leases()).isEmpty();
			assertThat(complete(queue, lost)).isFalse();
			assertThat(queue.clean(CleanDepth.DEEP).dropped()).isEqualTo(2);
			add("a");
			assertThat(complete(queue, leaseOne(queue))).isTrue();
		}

		@Test
		void doesNotKeepAnIdFromBeingAddedAgain() {
			add("a");
			commands.del(key("stream"));
			add("a");
			assertThat(ids(queue.lease(10).leases())).containsExactly("a");
		}

		@Test
		void losesNoJobIfItGivesTheNumbersOfEarlierEntriesAgain() {
			queue.add(job("d").withDelay(Duration.ofMillis(50)));
			add("a", "b", "c");
			commands.del(key("stream"));
			commands.xadd(key("stream"), new XAddArgs().id("9999999999999-0"), "id", "foreign");
			commands.xtrim(key("stream"), 0);
			commands.hset(key("ids"), Map.of("a", "9999999999999-1", "b", "9999999999999-2", "c",
					"9999999999999-4 9999999999999-3", "d", "9999999999999-4"));
			add("a");
			queue.add(List.of(job("b"), job("c")), AddMode.REPLACE);
			List<String> leased = new ArrayList<>();
			await().until(() -> leased.addAll(ids(queue.lease(10).leases())) && leased.contains("d"));
			assertThat(leased).containsExactly("a", "b", "c", "d");
		}

		@Test
		void losesNoJobIfItWasTheGroupAlone() {
			add("a", "b");
			Lease lost = leaseOne(queue);
			commands.xgroupDestroy(key("stream"), GROUP);
			assertThat(queue.counts().ready()).isEqualTo(2);
			assertThat(complete(queue, lost)).isFalse();
			assertThat(ids(queue.lease(10).leases())).containsExactly("a", "b");
		}

	}

	/** Jobs that have an entry when they open are delayed, and become entries then. */
	@Test
	void jobsThatOpenLateInAMillisecondAreReadyAtOnce() {
		List<String> ids = IntStream.range(0, 50).mapToObj((i) -> "job-" + (50 - i)).toList();
		grouped(1).add(ids.stream().map((id) -> job(id).withGroup("g")).toList());
		ids.subList(1, 50).forEach((id) -> this.commands.hset(key("ids"), id, "1-1"));
		WorkerQueue newer = grouped(50);
		holdClock(999);
		List<Lease> leases = new ArrayList<>(newer.lease(1).leases());
		newer.clean(CleanDepth.LIGHT);
		leases.addAll(newer.lease(100).leases());
		assertThat(ids(leases)).isEqualTo(ids);
	}

	private WorkerQueue grouped(int maxConcurrent) {
		return create(QueueSettings.builder("open-" + maxConcurrent, LONG).groups(Groups.of(maxConcurrent)).build());
	}

	@Nested
	class AGroupThatIsThereAlready {

		@Test
		void isUsedHere() {
			commands.xgroupCreate(XReadArgs.StreamOffset.from(key("stream"), "0"), GROUP,
					XGroupCreateArgs.Builder.mkstream());
			add("a");
			assertThat(complete(queue, leaseOne(queue))).isTrue();
		}

		@Test
		void isMadeHereByOneOfManyThatStartAtOnce() {
			for (int round = 0; round < 20; round++) {
				add("a");
				commands.xgroupDestroy(key("stream"), GROUP);
				List<CompletableFuture<Set<Lease>>> starts = IntStream.range(0, 4)
					.mapToObj((i) -> worker("worker-" + i, LONG))
					.map((worker) -> CompletableFuture.supplyAsync(() -> worker.complete(worker.lease(1).leases())))
					.toList();
				assertThat(starts.stream().flatMap((start) -> start.join().stream())).as("round " + round).hasSize(1);
			}
		}

	}

	@Test
	void consumersThatAreNamedAnewAtEachStartAreRemovedHereOnceTheyHaveLongBeenIdleAndHoldNothing() {
		add("a", "b", "c", "d");
		for (int start = 0; start < 3; start++) {
			WorkerQueue worker = worker(UUID.randomUUID().toString(), Duration.ofMillis(10));
			complete(worker, leaseOne(worker));
		}
		leaseOne(this.queue);
		assertThat(consumers()).hasSize(4);
		await().until(() -> {
			this.queue.clean(CleanDepth.LIGHT);
			return consumers().keySet().equals(Set.of("600000:one"));
		});
	}

	@Nested
	class AConsumerThatIsDeletedWithWhatItHolds {

		@Test
		void isOneThatIsNeverDeletedHereHoweverLongItWasIdle() {
			add("released", "reclaimed");
			WorkerQueue vanishing = worker("vanishing", LONG);
			List<Lease> leases = vanishing.lease(2).leases();
			vanishing.release(leases.subList(0, 1));
			runOut(leases.get(1));
			WorkerQueue cleaner = worker("cleaner", Duration.ofMillis(10));
			assertThat(cleaner.clean(CleanDepth.LIGHT).reclaimed()).isOne();
			await().until(() -> idleOf("released") > 150 && idleOf("reclaimed") > 150);
			cleaner.clean(CleanDepth.LIGHT);
			assertThat(ids(queue.lease(2).leases())).containsExactly("released", "reclaimed");
		}

		@Test
		void losesItsJobsHereUntilADeepCleanOnly() {
			add("a");
			leaseOne(queue);
			commands.xgroupDelconsumer(key("stream"), Consumer.from(GROUP, "600000:one"));
			assertThat(queue.clean(CleanDepth.DEEP).reclaimed()).isOne();
			assertThat(leaseOne(queue).job()).isEqualTo(job("a"));
		}

	}

	@Test
	void anAbandonedJobBehindManyThatAreNotIsFoundHereAsLeasingLooksOnWhereItStopped() {
		IntStream.range(0, 120).forEach((i) -> add("live-" + i));
		assertThat(this.queue.lease(500).leases()).hasSize(120);
		abandoned("abandoned");
		WorkerQueue other = worker("other", LONG);
		assertThat(other.lease(1).leases()).isEmpty();
		List<Lease> found = IntStream.range(0, 10)
			.mapToObj((i) -> other.lease(1).leases())
			.flatMap(List::stream)
			.toList();
		assertThat(found).singleElement().satisfies((lease) -> {
			assertThat(lease.id()).isEqualTo("abandoned");
			assertThat(lease.crashes()).isOne();
		});
	}

	@Nested
	class EntriesThatWereDeletedWhilePending {

		@Test
		void areDroppedHereByLeasing() {
			leaveAbandonedBehindDeleted();
			assertThat(leaseOne(queue).id()).isEqualTo("abandoned");
			assertThat(pending()).containsExactly("600000:one " + entry("abandoned") + " 2");
		}

		@Test
		void areDroppedHereByCleaning() {
			leaveAbandonedBehindDeleted();
			assertThat(queue.clean(CleanDepth.LIGHT).dropped()).isOne();
			assertThat(pending()).containsExactly("reclaimed " + entry("abandoned") + " 1");
			assertThat(queue.clean(CleanDepth.DEEP).dropped()).isOne();
			assertThat(commands.hkeys(key("ids"))).containsExactly("abandoned");
		}

		private void leaveAbandonedBehindDeleted() {
			add("deleted", "abandoned");
			worker("vanished", LONG).lease(2).leases().forEach(StreamTrapsTest.this::runOut);
			commands.xdel(key("stream"), entry("deleted"));
		}

	}

}
