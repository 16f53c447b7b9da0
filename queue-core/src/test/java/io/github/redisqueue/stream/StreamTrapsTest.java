package io.github.redisqueue.stream;

import java.util.List;
import java.util.stream.IntStream;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkQueue;
import io.lettuce.core.Consumer;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.XAutoClaimArgs;
import io.lettuce.core.XClaimArgs;
import io.lettuce.core.XReadArgs;
import io.lettuce.core.models.stream.ClaimedMessages;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The faults of published stream queues. Each has a witness, which does what is published
 * and shows that the server lets it happen, and a test that it does not happen here.
 */
class StreamTrapsTest extends StreamQueueTests {

	/** A stream that is worked off by the published commands. */
	private String published() {
		return this.redis.keyPrefix() + "published";
	}

	private String publish(String id) {
		String entry = publishMore(id);
		this.commands.xgroupCreate(XReadArgs.StreamOffset.from(published(), "0"), GROUP);
		return entry;
	}

	private String publishMore(String id) {
		return this.commands.xadd(published(), "id", id);
	}

	@SuppressWarnings("unchecked")
	private List<StreamMessage<String, String>> poll(String consumer) {
		return this.commands.xreadgroup(Consumer.from(GROUP, consumer), XReadArgs.Builder.count(100),
				XReadArgs.StreamOffset.lastConsumed(published()));
	}

	private List<String> publishedPending() {
		return this.commands.xpending(published(), GROUP, Range.unbounded(), Limit.from(1000))
			.stream()
			.map((one) -> one.getConsumer() + " " + one.getId() + " " + one.getRedeliveryCount())
			.toList();
	}

	private ClaimedMessages<String, String> autoclaim(String consumer, long idle, int count) {
		return this.commands.xautoclaim(published(),
				XAutoClaimArgs.Builder.xautoclaim(Consumer.from(GROUP, consumer), idle, "0").count(count));
	}

	@Nested
	class AHeartbeatOfAZombie {

		@Test
		void stealsTheJobBackByThePublishedCommand() {
			String entry = publish("a");
			poll("zombie");
			commands.xclaim(published(), Consumer.from(GROUP, "owner"), XClaimArgs.Builder.minIdleTime(0), entry);
			commands.xclaim(published(), Consumer.from(GROUP, "zombie"), XClaimArgs.Builder.minIdleTime(0), entry);
			assertThat(publishedPending()).containsExactly("zombie " + entry + " 3");
		}

		@Test
		void changesNothingHere() {
			Lease lost = abandoned("a");
			Lease current = leaseOne(queue);
			assertThat(pending()).containsExactly("30000:one " + entry("a") + " 2");
			assertThat(worker("vanished", LONG).extend(List.of(lost))).isEmpty();
			assertThat(pending()).containsExactly("30000:one " + entry("a") + " 2");
			assertThat(queue.complete(current)).isTrue();
		}

	}

	@Nested
	class AHeartbeat {

		@Test
		void looksLikeARetryByThePublishedCommand() {
			String entry = publish("a");
			poll("owner");
			commands.xclaim(published(), Consumer.from(GROUP, "owner"), XClaimArgs.Builder.minIdleTime(0), entry);
			assertThat(publishedPending()).containsExactly("owner " + entry + " 2");
		}

		@Test
		void countsNoDeliveryHere() {
			add("a");
			Lease lease = leaseOne(queue);
			queue.extend(List.of(lease));
			queue.extend(List.of(lease));
			assertThat(pending()).containsExactly("30000:one " + entry("a") + " 1");
		}

	}

	@Nested
	class ACompletionByAZombie {

		@Test
		void destroysTheDeliveryOfAnotherByThePublishedCommands() {
			String entry = publish("a");
			poll("zombie");
			commands.xclaim(published(), Consumer.from(GROUP, "owner"), XClaimArgs.Builder.minIdleTime(0), entry);
			assertThat(commands.xack(published(), GROUP, entry)).isOne();
			assertThat(publishedPending()).isEmpty();
		}

		@Test
		void changesNothingHere() {
			Lease lost = abandoned("a");
			Lease current = leaseOne(queue);
			assertThat(worker("vanished", LONG).complete(lost)).isFalse();
			assertThat(pending()).containsExactly("30000:one " + entry("a") + " 2");
			assertThat(entries()).hasSize(1);
			assertThat(queue.complete(current)).isTrue();
		}

		@Test
		void changesNothingHereEvenIfItIsTheSameWorkerThatHoldsTheJobAgain() {
			WorkQueue worker = worker("vanished", LONG);
			Lease lost = abandoned("a");
			Lease current = leaseOne(worker);
			assertThat(worker.complete(lost)).isFalse();
			assertThat(pending()).containsExactly("30000:vanished " + entry("a") + " 2");
			assertThat(worker.complete(current)).isTrue();
		}

	}

	@Nested
	class AnAbandonedJobBehindManyThatAreNot {

		@Test
		void isNeverFoundByThePublishedPoll() {
			publish("live-0");
			IntStream.range(1, 14).forEach((i) -> publishMore("live-" + i));
			String abandoned = publishMore("abandoned");
			poll("live");
			commands.xclaim(published(), Consumer.from(GROUP, "live"), idle(LONG.multipliedBy(2)), abandoned);
			for (int i = 0; i < 30; i++) {
				assertThat(autoclaim("claimer", LONG.toMillis(), 1).getMessages()).isEmpty();
			}
			assertThat(publishedPending()).contains("live " + abandoned + " 1");
		}

		@Test
		void isFoundHereAsLeasingLooksOnWhereItStopped() {
			IntStream.range(0, 120).forEach((i) -> add("live-" + i));
			assertThat(queue.lease(500).leases()).hasSize(120);
			abandoned("abandoned");
			WorkQueue other = worker("other", LONG);
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

		@Test
		void hideAbandonedOnesFromThePublishedPoll() {
			String deleted = publish("deleted");
			publishMore("abandoned");
			poll("vanished");
			commands.xdel(published(), deleted);
			assertThat(autoclaim("claimer", 0, 1).getMessages())
				.noneMatch((one) -> one != null && !one.getBody().isEmpty());
		}

		@Test
		void areDroppedHereByLeasing() {
			leaveAbandonedBehindDeleted();
			assertThat(leaseOne(queue).id()).isEqualTo("abandoned");
			assertThat(pending()).containsExactly("30000:one " + entry("abandoned") + " 2");
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
	class AStreamThatWasDeleted {

		@Test
		void endsThePublishedPoll() {
			publish("a");
			commands.del(published());
			publishMore("b");
			assertThatExceptionOfType(RedisCommandExecutionException.class).isThrownBy(() -> poll("worker"))
				.withMessageContaining("NOGROUP");
		}

		@Test
		void isBegunAnewHere() {
			add("a", "b");
			Lease lost = leaseOne(queue);
			commands.del(key("stream"));
			assertThat(queue.lease(1).leases()).isEmpty();
			assertThat(queue.complete(lost)).isFalse();
			assertThat(queue.clean(CleanDepth.DEEP).dropped()).isEqualTo(2);
			add("a");
			assertThat(queue.complete(leaseOne(queue))).isTrue();
		}

		@Test
		void doesNotKeepAnIdFromBeingAddedAgain() {
			add("a");
			commands.del(key("stream"));
			add("a");
			assertThat(ids(queue.lease(10).leases())).containsExactly("a");
		}

		@Test
		void losesNoJobIfItWasTheGroupAlone() {
			add("a", "b");
			Lease lost = leaseOne(queue);
			commands.xgroupDestroy(key("stream"), GROUP);
			assertThat(queue.counts().ready()).isEqualTo(2);
			assertThat(queue.complete(lost)).isFalse();
			assertThat(ids(queue.lease(10).leases())).containsExactly("a", "b");
		}

	}

	@Nested
	class AConsumerThatIsDeletedWithWhatItHolds {

		@Test
		void takesItsJobsAlongByThePublishedCommand() {
			publish("a");
			poll("vanished");
			assertThat(commands.xgroupDelconsumer(published(), Consumer.from(GROUP, "vanished"))).isOne();
			assertThat(poll("worker")).isEmpty();
			assertThat(autoclaim("worker", 0, 100).getMessages()).isEmpty();
		}

		@Test
		void losesItsJobsHereUntilADeepCleanOnly() {
			add("a");
			leaseOne(queue);
			commands.xgroupDelconsumer(key("stream"), Consumer.from(GROUP, "30000:one"));
			assertThat(queue.clean(CleanDepth.DEEP).reclaimed()).isOne();
			assertThat(leaseOne(queue).job()).isEqualTo(job("a"));
		}

	}

}
