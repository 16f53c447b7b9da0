package io.github.redisqueue.listener.handle;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

import io.github.redisqueue.background.Timer;
import io.github.redisqueue.listener.FailureDecisions;
import io.github.redisqueue.listener.job.InFlightJob;
import io.github.redisqueue.listener.job.InFlightJobs;
import io.github.redisqueue.listener.settle.Settlements;
import org.jspecify.annotations.Nullable;

/**
 * What the handlings of the jobs of one queue share.
 *
 * @param handler the handler of the listener
 * @param decisions decides about failures
 * @param settlements settles the jobs
 * @param inFlight the jobs
 * @param leaseTime for how long a job is postponed whose work may still go on
 * @param ackTimeout how long a job may stay unacknowledged after its handler has
 * returned, or null if the end of the handler settles it
 * @param timer runs short tasks later
 * @param repeat handles jobs again at once, one by one
 */
public record Handlings(ObservedHandler handler, FailureDecisions decisions, Settlements settlements,
		InFlightJobs inFlight, Duration leaseTime, @Nullable Duration ackTimeout, Timer timer,
		Consumer<List<InFlightJob>> repeat) {

	/**
	 * Waits until Redis has answered what settles jobs, so that no call that leases
	 * overtakes it. An interrupt ends the wait.
	 */
	void awaitSettled(List<InFlightJob> jobs) {
		CountDownLatch settled = new CountDownLatch(jobs.size());
		jobs.forEach((job) -> job.whenRemoved(settled::countDown));
		try {
			settled.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
