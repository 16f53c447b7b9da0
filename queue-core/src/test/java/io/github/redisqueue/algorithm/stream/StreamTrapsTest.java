package io.github.redisqueue.algorithm.stream;

import java.util.List;
import java.util.stream.IntStream;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.Witness;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The faults of published stream queues. Each has a witness, which does what is published
 * and shows that the server lets it happen, and a test that it does not happen here.
 */
class StreamTrapsTest extends StreamQueueTests {

	private PublishedStream published;

	@BeforeEach
	void createPublished() {
		this.published = new PublishedStream(this.commands, this.redis.keyPrefix() + "published:");
	}

	@Nested
	class AHeartbeatOfAZombie {

		@Witness
		void stealsTheJobBackByThePublishedCommand() {
			String entry = published.begin("a");
			published.poll("zombie");
			published.beat("owner", entry);
			published.beat("zombie", entry);
			assertThat(published.pending()).containsExactly("zombie " + entry + " 3");
		}

		@Test
		void changesNothingHere() {
			Lease lost = abandoned("a");
			Lease current = leaseOne(queue);
			assertThat(pending()).containsExactly("600000:one " + entry("a") + " 2");
			assertThat(worker("vanished", LONG).extend(List.of(lost))).isEmpty();
			assertThat(pending()).containsExactly("600000:one " + entry("a") + " 2");
			assertThat(complete(queue, current)).isTrue();
		}

	}

	@Nested
	class AHeartbeat {

		@Witness
		void looksLikeARetryByThePublishedCommand() {
			String entry = published.begin("a");
			published.poll("owner");
			published.beat("owner", entry);
			assertThat(published.pending()).containsExactly("owner " + entry + " 2");
		}

		@Test
		void countsNoDeliveryHere() {
			add("a");
			Lease lease = leaseOne(queue);
			queue.extend(List.of(lease));
			queue.extend(List.of(lease));
			assertThat(pending()).containsExactly("600000:one " + entry("a") + " 1");
		}

	}

	@Nested
	class ACompletionByAZombie {

		@Witness
		void destroysTheDeliveryOfAnotherByThePublishedCommands() {
			String entry = published.begin("a");
			published.poll("zombie");
			published.beat("owner", entry);
			assertThat(published.complete(entry, "a")).as("by the zombie").isTrue();
			assertThat(published.pending()).isEmpty();
			assertThat(published.complete(entry, "a")).as("by the owner").isFalse();
		}

		@Test
		void changesNothingHere() {
			Lease lost = abandoned("a");
			Lease current = leaseOne(queue);
			assertThat(complete(worker("vanished", LONG), lost)).isFalse();
			assertThat(pending()).containsExactly("600000:one " + entry("a") + " 2");
			assertThat(entries()).hasSize(1);
			assertThat(complete(queue, current)).isTrue();
		}

		@Test
		void changesNothingHereEvenIfItIsTheSameWorkerThatHoldsTheJobAgain() {
			WorkerQueue worker = worker("vanished", LONG);
			Lease lost = abandoned("a");
			Lease current = leaseOne(worker);
			assertThat(complete(worker, lost)).isFalse();
			assertThat(pending()).containsExactly("600000:vanished " + entry("a") + " 2");
			assertThat(complete(worker, current)).isTrue();
		}

	}

	@Nested
	class AnAbandonedJobBehindManyThatAreNot {

		@Witness
		void isNeverFoundByThePublishedPoll() {
			published.begin("live-0");
			IntStream.range(1, 14).forEach((i) -> published.add("live-" + i));
			String abandoned = published.add("abandoned");
			published.poll("live");
			published.claim("live", abandoned, idle(LONG.multipliedBy(2)));
			for (int i = 0; i < 30; i++) {
				assertThat(published.autoclaim("claimer", LONG.toMillis(), 1)).isEmpty();
			}
			assertThat(published.pending()).contains("live " + abandoned + " 1");
		}

		@Test
		void isFoundHereAsLeasingLooksOnWhereItStopped() {
			IntStream.range(0, 120).forEach((i) -> add("live-" + i));
			assertThat(queue.lease(500).leases()).hasSize(120);
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

	}

	@Nested
	class EntriesThatWereDeletedWhilePending {

		@Witness
		void hideAbandonedOnesFromThePublishedPoll() {
			String deleted = published.begin("deleted");
			published.add("abandoned");
			published.poll("vanished");
			published.deleteEntry(deleted);
			assertThat(published.autoclaim("claimer", 0, 1))
				.noneMatch((one) -> one != null && !one.getBody().isEmpty());
		}

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

	@Nested
	class AnIdThatIsAddedAgainWhileItsJobIsInProcess {

		@Witness
		void isDroppedInSilenceByThePublishedCommands() {
			String entry = published.begin("a");
			published.poll("worker");
			published.add("a");
			published.complete(entry, "a");
			assertThat(published.poll("worker")).as("what was added the second time").isEmpty();
		}

		@Test
		void isRefusedHereAndWhoeverAddedItIsTold() {
			add("a");
			Lease lease = leaseOne(queue);
			assertThat(queue.add(List.of(job("a"), job("b")))).containsExactly("b");
			complete(queue, lease);
			assertThat(queue.add(job("a"))).as("once it was completed").isTrue();
			assertThat(ids(queue.lease(10).leases())).containsExactly("b", "a");
		}

	}

}
