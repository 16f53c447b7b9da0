package io.github.redisqueue.algorithm.stream;

import java.util.List;
import java.util.stream.IntStream;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Faults of stream queues as others have published them, which this one does not have.
 */
class StreamTrapsTest extends StreamQueueTests {

	@Nested
	class AHeartbeat {

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
	class AnAbandonedJobBehindManyThatAreNot {

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
