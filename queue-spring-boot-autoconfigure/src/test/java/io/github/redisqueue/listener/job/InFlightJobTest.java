package io.github.redisqueue.listener.job;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.metrics.QueueEvents;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class InFlightJobTest {

	private final ExecutorService other = Executors.newSingleThreadExecutor();

	private static InFlightJob job() {
		return job(Duration.ofMinutes(1));
	}

	private static InFlightJob job(Duration remaining) {
		return new InFlightJob(0, Lease.builder("orders", Job.of("first", new byte[0])).remaining(remaining).build());
	}

	private final InFlightJobs jobs = new InFlightJobs(1, new PrefetchMemory(Long.MAX_VALUE), QueueEvents.NONE,
			Runnable::run);

	/** A job whose work runs, and ends at once when it is asked to. */
	private InFlightJob obedient() {
		InFlightJob job = this.jobs.add(0, List.of(Lease.of("orders", Job.of("first", new byte[0])))).get(0);
		assertThat(job.begin()).isTrue();
		job.detach(job::end);
		return job;
	}

	@AfterEach
	void close() {
		this.other.shutdownNow();
	}

	@Test
	void isInterruptedWhenItIsLostWhileItRuns() {
		InFlightJob job = job();
		assertThat(job.begin()).isTrue();
		assertThat(job.markLost()).isTrue();
		assertThat(Thread.currentThread().isInterrupted()).isTrue();
		assertThat(job.end()).isFalse();
	}

	@Test
	void takesAnInterruptThatCameTooLateAlong() {
		InFlightJob job = job();
		job.begin();
		job.interrupt();
		assertThat(job.end()).isTrue();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void isInterruptedAgainIfItsHandlerGoesOn() {
		InFlightJob job = job();
		job.begin();
		job.interrupt();
		assertThat(Thread.interrupted()).isTrue();
		job.interrupt();
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void doesNotBeginWhenItsLeaseHasExpired() {
		InFlightJob job = job(Duration.ZERO);
		assertThat(job.begin()).isFalse();
		assertThat(job.hasBegun()).isFalse();
		assertThat(job.end()).isTrue();
	}

	@Test
	void beginsWithoutALeaseWhenItWasCompletedBefore() {
		InFlightJob job = job(Duration.ZERO);
		assertThat(job.completing()).isTrue();
		assertThat(job.begin()).isTrue();
	}

	@Test
	void doesNotBeginWhenItIsLost() {
		InFlightJob job = job();
		assertThat(job.markLost()).isTrue();
		assertThat(job.begin()).isFalse();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void isLostOnlyOnce() {
		InFlightJob job = job();
		assertThat(job.markLost()).isTrue();
		assertThat(job.markLost()).isFalse();
	}

	@Test
	void cannotBeLostAfterItsEnd() {
		InFlightJob job = job();
		job.begin();
		job.end();
		assertThat(job.markLost()).isFalse();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void neverLeavesAnInterruptBehindHoweverLateItComes() throws Exception {
		for (int i = 0; i < 20_000; i++) {
			InFlightJob job = job();
			job.begin();
			Future<?> loss = this.other.submit(job::markLost);
			job.end();
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
			loss.get();
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
		}
	}

	@Test
	void cancelsItsWorkIfItWasInterruptedBeforeItsHandlerReturned() {
		InFlightJob job = new InFlightJob(0, Lease.of("orders", Job.of("42", new byte[0])));
		assertThat(job.begin()).isTrue();
		assertThat(job.markLost()).isTrue();
		boolean[] cancelled = new boolean[1];
		job.detach(() -> cancelled[0] = true);
		assertThat(cancelled[0]).isTrue();
		assertThat(Thread.interrupted()).isFalse();
	}

	@Test
	void theLossOfARunningJobIsLoggedHoweverSoonItsHandlerReturns(CapturedOutput output) {
		InFlightJob job = obedient();
		this.jobs.onLeaseLost(job);
		assertThat(job.isRunning()).isFalse();
		assertThat(output).contains("Job 'first'", "was cancelled or leased by another worker",
				"Interrupting its handler");
	}

	@Test
	void aRunningJobWhoseLeaseHasExpiredStaysInFlightHoweverSoonItsHandlerReturns(CapturedOutput output) {
		InFlightJob job = obedient();
		this.jobs.onLeaseExpired(job);
		assertThat(job.isRunning()).isFalse();
		assertThat(this.jobs.contains(job)).isTrue();
		assertThat(output).contains("Job 'first'", "has an expired lease", "Interrupting its handler");
	}

	@Test
	void aJobWhoseLeaseExpiresBeforeItsHandlerBeginsIsNoLongerInFlight(CapturedOutput output) {
		InFlightJob job = this.jobs.add(0, List.of(Lease.of("orders", Job.of("first", new byte[0])))).get(0);
		this.jobs.onLeaseExpired(job);
		assertThat(this.jobs.contains(job)).isFalse();
		assertThat(output).doesNotContain("Interrupting its handler");
	}

}
