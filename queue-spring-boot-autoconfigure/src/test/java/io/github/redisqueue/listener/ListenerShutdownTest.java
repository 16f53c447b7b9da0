package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class ListenerShutdownTest extends ListenerTests {

	private final AtomicBoolean stopped = new AtomicBoolean();

	private QueueListenerContainer startAndAwaitBegin(WorkerQueue queue, Duration shutdownTimeout, JobHandler handler) {
		queue.add(Job.of("first", new byte[0]));
		QueueListenerContainer container = this.listening.start(queue,
				Listening.settings().shutdownTimeout(shutdownTimeout).build(), handler);
		await().until(() -> this.work.begun.contains("first"));
		return container;
	}

	private void awaitStop(QueueListenerContainer container) {
		container.stop(() -> this.stopped.set(true));
		assertThat(container.isRunning()).isFalse();
		await().untilTrue(this.stopped);
		await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
			.doesNotContain("queue-" + container.id(), "queue-" + container.id() + "-committer",
					"queue-" + container.id() + "-heartbeat"));
	}

	@Test
	void runningHandlersMayFinish() {
		QueueListenerContainer container = startAndAwaitBegin(this.tapped.queue(), Duration.ofSeconds(10), this.work);
		container.stop(() -> this.stopped.set(true));
		await().during(Duration.ofMillis(200)).untilFalse(this.stopped);
		this.work.end();
		await().untilTrue(this.stopped);
		assertThat(this.queue.counts().leased()).isZero();
		assertThat(this.tapped.calls("complete")).hasSize(1);
		assertThat(this.tapped.calls("release")).isEmpty();
	}

	@Test
	void leasesAreExtendedUntilTheHandlersHaveFinished() {
		WorkerQueue hasty = this.listening.queue("hasty", Duration.ofSeconds(3));
		QueueListenerContainer container = startAndAwaitBegin(hasty, Duration.ofSeconds(10), this.work);
		container.stop(() -> this.stopped.set(true));
		await().during(Duration.ofSeconds(5)).until(() -> {
			hasty.clean(CleanDepth.LIGHT);
			return hasty.counts().leased() == 1;
		});
		this.work.end();
		await().untilTrue(this.stopped);
		assertThat(hasty.counts().leased()).isZero();
		assertThat(this.listening.events.lost).hasValue(0);
	}

	@Test
	void handlersThatTakeTooLongAreInterruptedAndTheirJobsReleasedUncounted() {
		QueueListenerContainer container = startAndAwaitBegin(this.tapped.queue(), Duration.ofMillis(100), this.work);
		awaitStop(container);
		assertThat(this.tapped.calls("retry")).isEmpty();
		assertThat(this.listening.events.retried).hasValue(0);
		assertThat(this.listening.events.lost).hasValue(0);
		assertThat(this.queue.counts().ready()).isOne();
		assertThat(this.queue.lease(1).leases()).singleElement().extracting(Lease::attempt).isEqualTo(1);
	}

	@Test
	void handlersThatDoNotObeyKeepTheirLeasesUntilTheseRunOut() {
		QueueListenerContainer container = startAndAwaitBegin(this.tapped.queue(), Duration.ofMillis(100),
				this.work::handleStubbornly);
		awaitStop(container);
		assertThat(this.work.interrupted).contains("first");
		assertThat(this.queue.counts().leased()).isEqualTo(1);
		assertThat(this.tapped.calls("release")).isEmpty();
		assertThat(this.tapped.calls("retry")).isEmpty();
	}

	@Test
	void whatWasNotStartedIsReleasedInOneCall() {
		this.queue.add(Listening.jobs(400));
		QueueListenerContainer container = this.listening.start(this.tapped.queue(),
				Listening.settings().concurrency(1).build(), this.work.longFrom("job-300"));
		await().until(() -> this.work.begun.contains("job-300") && this.queue.counts().leased() > 1);
		// What a lease under way brings would be released in a call of its own.
		this.tapped.countWhenQuiet("lease");
		container.stop(() -> this.stopped.set(true));
		await().until(() -> this.queue.counts().leased() == 1);
		this.work.end();
		await().untilTrue(this.stopped);
		assertThat(this.tapped.calls("release")).hasSize(1);
		assertThat(this.queue.counts().ready()).isEqualTo(99);
		assertThat(this.queue.lease(99).leases()).hasSize(99).extracting(Lease::attempt).containsOnly(1);
	}

	@Test
	void whatALeaseUnderWayBringsIsReleased() {
		CountDownLatch answer = new CountDownLatch(1);
		this.tapped.tap((call, proceed) -> {
			Object result = proceed.now();
			if (call.is("lease")) {
				answer.await();
			}
			return result;
		});
		this.queue.add(Job.of("first", new byte[0]));
		QueueListenerContainer container = this.listening.start(this.tapped.queue(), this.work);
		await().until(() -> this.queue.counts().leased() == 1);
		container.stop(() -> this.stopped.set(true));
		answer.countDown();
		await().untilTrue(this.stopped);
		assertThat(this.queue.counts().ready()).isEqualTo(1);
		assertThat(this.work.begun).isEmpty();
	}

	@Test
	void aRedisThatIsAwayDoesNotHinderIt() {
		QueueListenerContainer container = startAndAwaitBegin(this.tapped.queue(), Duration.ofSeconds(2), this.work);
		this.tapped.fail((call) -> !call.is("name") && !call.is("leaseTime"));
		this.work.end();
		awaitStop(container);
		assertThat(this.listening.events.lost).hasValue(1);
	}

	@Test
	void aRedisThatDoesNotAnswerDoesNotHinderIt() {
		CountDownLatch never = new CountDownLatch(1);
		QueueListenerContainer container = startAndAwaitBegin(this.tapped.queue(), Duration.ofSeconds(2), this.work);
		this.tapped.before((call) -> !call.is("name") && !call.is("leaseTime"), () -> never.await());
		this.work.end();
		this.queue.add(Job.of("second", new byte[0]));
		await().until(() -> this.tapped.calls("complete").size() == 1);
		awaitStop(container);
	}

	@Test
	void theCallbackIsCalledAlsoIfItWasNeverStarted() {
		awaitStop(this.listening.container(this.queue, Listening.settings().build(), this.work));
	}

}
