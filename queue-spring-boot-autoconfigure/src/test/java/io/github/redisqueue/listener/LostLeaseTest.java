package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.LivingJobs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@ExtendWith(OutputCaptureExtension.class)
class LostLeaseTest extends ListenerTests {

	/** Outlasts the pauses of a busy machine between two heartbeats. */
	private static final Duration LEASE_TIME = Duration.ofSeconds(3);

	@BeforeEach
	void useShortLeases() {
		use(this.listening.queue("orders", LEASE_TIME));
	}

	@Nested
	class AHeartbeat {

		@Test
		void keepsALongHandlerUndisturbed() {
			queue.add(Job.of("long", new byte[0]));
			listening.start(queue, work);
			await().until(() -> work.begun.contains("long"));
			await().during(LEASE_TIME.multipliedBy(2)).until(() -> {
				queue.clean(CleanDepth.LIGHT);
				return queue.counts().leased() == 1 && work.interrupted.isEmpty();
			});
			work.end();
			await().until(() -> queue.counts().leased() == 0);
			assertThat(work.ended).containsExactly("long");
			assertThat(work.begun).containsExactly("long");
			assertThat(listening.events.lost).hasValue(0);
		}

		@Test
		void extendsAllLeasesInOneCall() {
			queue.add(Listening.jobs(5));
			listening.start(tapped.queue(), Listening.settings().concurrency(5).build(), work);
			await().until(() -> work.begun.size() == 5);
			int before = tapped.calls("extend").size();
			await().until(() -> tapped.calls("extend").size() >= before + 3);
			assertThat(tapped.calls("extend").subList(before + 1, before + 3)).extracting(TappedQueue.Call::size)
				.containsOnly(5);
		}

		@Test
		void findsOutThatARunningJobWasCancelledBeforeItsLeaseExpires(CapturedOutput output) {
			tapped = new TappedQueue(listening.queue("orders", LEASE_TIME.multipliedBy(2)));
			queue.add(Job.of("first", new byte[0]));
			listening.start(tapped.queue(), work);
			await().until(() -> work.begun.contains("first"));
			queue.cancel("first");
			await().untilAsserted(() -> assertThat(work.interrupted).containsExactly("first"));
			await().untilAsserted(() -> assertThat(listening.events.lost).hasValue(1));
			await().untilAsserted(() -> assertThat(output).contains("was cancelled or leased by another worker"));
			queue.add(Job.of("second", new byte[0]));
			await().until(() -> work.begun.contains("second"));
			assertThat(tapped.calls("retry")).isEmpty();
			assertThat(tapped.calls("complete")).isEmpty();
		}

		@Test
		void findsOutThatAWaitingJobWasCancelled() {
			queue.add(Listening.jobs(400));
			listening.start(queue, Listening.settings().concurrency(1).build(), work.longFrom("job-300"));
			await().until(() -> work.begun.contains("job-300"));
			String processing = listening.keys("orders").key("processing");
			await().until(() -> redis.commands().llen(processing) > 1);
			String waiting = redis.commands()
				.lrange(processing, 0, -1)
				.stream()
				.filter((id) -> !work.begun.contains(id))
				.findFirst()
				.orElseThrow();
			queue.cancel(waiting);
			await().until(() -> listening.events.lost.get() == 1);
			work.end();
			await().until(() -> work.begun.size() == 399);
			assertThat(work.begun).doesNotContain(waiting);
			assertThat(work.interrupted).isEmpty();
		}

		@Test
		void isTakenUpAgainAfterAFailure() {
			tapped.fail((call) -> call.is("extend") && tapped.calls("extend").size() == 1);
			queue.add(Job.of("first", new byte[0]));
			listening.start(tapped.queue(), work);
			await().until(() -> work.begun.contains("first"));
			// Three in a lease time, of which the first has failed.
			await().until(() -> tapped.calls("extend").size() > 4);
			assertThat(work.interrupted).isEmpty();
			assertThat(listening.events.lost).hasValue(0);
		}

	}

	@Nested
	class ASettlement {

		/** No heartbeat comes before the settlement. */
		@BeforeEach
		void holdLongLeases() {
			use(listening.queue("calm"));
		}

		@Test
		void findsOutThatTheJobWasCancelled() {
			queue.add(Job.of("first", new byte[0]));
			listening.start(tapped.queue(), (lease) -> queue.cancel(lease.id()));
			await().until(() -> listening.events.lost.get() == 1);
			assertThat(tapped.calls("complete")).hasSize(1);
		}

		@Test
		void thatWouldRetryFindsOutThatTheJobWasCancelled() {
			queue.add(Job.of("first", new byte[0]));
			listening.start(tapped.queue(), (lease) -> {
				queue.cancel(lease.id());
				throw new IllegalStateException("No luck");
			});
			await().until(() -> listening.events.lost.get() == 1);
			assertThat(tapped.calls("retry")).hasSize(1);
			assertThat(listening.events.retried).hasValue(0);
		}

	}

	@Test
	void anInterruptNeverHitsTheNextJob() {
		WorkerQueue hasty = this.listening.queue("hasty", Duration.ofMillis(30));
		AtomicInteger leaked = new AtomicInteger();
		CountDownLatch never = new CountDownLatch(1);
		hasty.add(Listening.jobs(200));
		this.listening.start(hasty, Listening.settings().concurrency(4).build(), (lease) -> {
			// A lease that ends as its handler begins interrupts that handler.
			if (lease.deadline() - System.nanoTime() > 0 && Thread.currentThread().isInterrupted()) {
				leaked.incrementAndGet();
			}
			this.work.begun.add(lease.id());
			if (this.work.begun.size() % 2 == 0) {
				hasty.cancel(lease.id());
			}
			// About as long as until the next heartbeat, so that they meet.
			never.await(10, TimeUnit.MILLISECONDS);
		});
		await().until(() -> {
			hasty.clean(CleanDepth.LIGHT);
			return LivingJobs.of(hasty) == 0;
		});
		assertThat(leaked).hasValue(0);
		assertThat(this.listening.events.lost).hasPositiveValue();
	}

}
