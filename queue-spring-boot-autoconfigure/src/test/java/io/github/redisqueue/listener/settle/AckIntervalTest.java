package io.github.redisqueue.listener.settle;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.background.Outages;
import io.github.redisqueue.listener.ListenerTests;
import io.github.redisqueue.listener.Listening;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.TappedQueue;
import io.github.redisqueue.listener.job.InFlightJob;
import io.github.redisqueue.test.TestThreads;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static io.github.redisqueue.listener.settle.SettlementReportTest.complete;
import static io.github.redisqueue.listener.settle.SettlementReportTest.postpone;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Completions that wait for the next call that leases.
 */
class AckIntervalTest {

	@Nested
	class OfAnInbox {

		private final SettlementInbox inbox = new SettlementInbox(Duration.ofHours(1),
				new Outages(TestThreads.timer(), Runnable::run).backoff("settle jobs of", "orders"));

		private final List<Settlement> completions = List
			.of(complete(OfASettlement.job(OfASettlement.PLAIN, 0, Duration.ofSeconds(30))));

		@Test
		void whatWaitsIsSentWithWhatIsUrgent() {
			assertThat(this.inbox.add(this.completions, true)).isTrue();
			assertThat(this.inbox.take()).isEmpty();
			assertThat(this.inbox.add(this.completions, false)).isFalse();
			assertThat(this.inbox.take()).hasSize(2);
		}

		@Test
		void anIntervalWhoseCompletionWasSentBeforeMakesNoOtherUrgent() {
			this.inbox.add(this.completions, true);
			assertThat(this.inbox.clear()).hasSize(1);
			assertThat(this.inbox.onInterval()).isZero();
			assertThat(this.inbox.add(this.completions, true)).isTrue();
			assertThat(this.inbox.take()).isEmpty();
		}

	}

	@Nested
	class OfASettlement {

		private static InFlightJob job(Job job, int crashes, Duration remaining) {
			return new InFlightJob(0, Lease.builder("orders", job).crashes(crashes).remaining(remaining).build());
		}

		private static final Duration INTERVAL = Duration.ofMillis(5);

		private static final Job PLAIN = Job.of("42", new byte[0]);

		private final InFlightJob plain = job(PLAIN, 0, Duration.ofSeconds(30));

		@Test
		void aCompletionWaits() {
			assertThat(complete(this.plain).isPatient(INTERVAL)).isTrue();
		}

		@Test
		void whatIsNoCompletionOrAnUrgentOneDoesNotWait() {
			assertThat(Settlement.release(this.plain).isPatient(INTERVAL)).isFalse();
			assertThat(postpone(this.plain, Duration.ZERO).isPatient(INTERVAL)).isFalse();
			assertThat(complete(this.plain).withResult().isPatient(INTERVAL)).as("awaited").isFalse();
			assertThat(complete(job(PLAIN, 1, Duration.ofSeconds(30))).isPatient(INTERVAL)).as("has crashed").isFalse();
			assertThat(complete(job(PLAIN, 0, Duration.ofMillis(1004))).isPatient(INTERVAL))
				.as("its lease is nearly over")
				.isFalse();
		}

		@Test
		void theNextJobOfItsGroupDoesNotWait() {
			assertThat(complete(job(PLAIN.withGroup("a"), 0, Duration.ofSeconds(30))).isPatient(INTERVAL)).isFalse();
		}

	}

	@Nested
	class WhileMoreIsReadyThanThereIsRoomFor extends ListenerTests {

		private static final Duration INTERVAL = Duration.ofMillis(300);

		private final Semaphore ends = new Semaphore(0);

		private final AtomicLong time = new AtomicLong();

		private final AtomicLong completed = new AtomicLong();

		private final CountDownLatch over = new CountDownLatch(1);

		private QueueListenerContainer container;

		private volatile int handled;

		/** The only handler knows that it is fast, and many jobs wait for it. */
		@BeforeEach
		void beginWithABacklog() {
			this.listening.ticker = this.time::get;
			this.tapped.before((call) -> call.is("complete"), () -> this.completed.set(System.nanoTime()));
			this.queue.add(Listening.jobs(500));
			this.container = this.listening.start(this.tapped.queue(),
					Listening.settings().concurrency(1).prefetch(50).ackInterval(INTERVAL).build(), this::handle);
			this.ends.release(100);
			await().until(() -> this.handled == 100);
			await().until(() -> this.tapped.calls("complete").stream().mapToInt(TappedQueue.Call::size).sum() == 100);
			await().until(() -> this.tapped.isQuiet() && this.queue.counts().leased() > 20);
		}

		@AfterEach
		void endAll() {
			this.ends.release(1000);
		}

		private void handle(Lease lease) throws InterruptedException {
			this.ends.acquire();
			this.handled++;
		}

		@Test
		void aCompletionIsSentAfterTheIntervalIfNoCallFollowsBefore() {
			await().atMost(Duration.ofMinutes(1)).until(this::waitOfACompletion, (wait) -> wait != null);
		}

		/** Null if a call that leases has taken the completion along. */
		private @Nullable Duration waitOfACompletion() {
			int leases = this.tapped.calls("lease").size();
			long begin = System.nanoTime();
			this.ends.release();
			await().until(() -> this.completed.get() - begin > 0);
			Duration wait = Duration.ofNanos(this.completed.get() - begin);
			if (this.tapped.calls("lease").size() > leases) {
				return null;
			}
			assertThat(wait).isGreaterThan(INTERVAL.minusMillis(10));
			return wait;
		}

		@Test
		void whatWaitsIsSentWhenTheListenerStops() {
			this.ends.release();
			await().until(() -> this.handled == 101);
			this.container.stop(this.over::countDown);
			this.ends.release(1000);
			await().until(() -> this.over.getCount() == 0);
			assertThat(this.tapped.queue().counts().leased()).isZero();
			assertThat(this.tapped.calls("complete").stream().mapToInt(TappedQueue.Call::size).sum())
				.isEqualTo(this.handled);
			assertThat(this.listening.events.lost).hasValue(0);
		}

	}

}
