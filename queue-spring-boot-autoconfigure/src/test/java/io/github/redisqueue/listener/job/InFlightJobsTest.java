package io.github.redisqueue.listener.job;

import java.util.List;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.metrics.QueueEvents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class InFlightJobsTest {

	private final InFlightJobs jobs = new InFlightJobs(1, new PrefetchMemory(Long.MAX_VALUE), QueueEvents.NONE,
			Runnable::run);

	/** A job whose work runs, and ends at once when it is asked to. */
	private InFlightJob obedient() {
		InFlightJob job = this.jobs.add(0, List.of(Lease.of("orders", Job.of("first", new byte[0])))).get(0);
		assertThat(job.begin()).isTrue();
		job.detach(job::end);
		return job;
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
