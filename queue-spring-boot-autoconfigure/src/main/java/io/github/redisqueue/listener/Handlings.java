package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import org.jspecify.annotations.Nullable;

/**
 * What the handlings of the jobs of one queue share.
 *
 * @param handler the handler of the listener
 * @param decisions decides about failures
 * @param queue the queue, as the listener serves it
 * @param services the objects that all listeners share
 * @param ackTimeout how long a job may stay unacknowledged after its handler has
 * returned, or null if the end of the handler settles it
 */
record Handlings(ObservedHandler handler, FailureDecisions decisions, QueueRun queue, ListenerServices services,
		@Nullable Duration ackTimeout) {

	/** Handles several jobs, which have begun, with one call. */
	void run(List<InFlightJob> jobs) {
		new BatchHandling(jobs, this).run();
	}

	/** Returns whether the job goes on without the current thread. */
	boolean run(InFlightJob job) {
		return new Handling(job, this).run();
	}

	/** What settles a job. */
	SettlementCommitter committer(InFlightJob job) {
		return this.queue.committer(job);
	}

	/** Handles jobs again at once, one by one. */
	void repeat(List<InFlightJob> jobs) {
		this.queue.repeat(jobs);
	}

	/** Releases jobs, which are ahead of the others then, in the order given. */
	void release(List<InFlightJob> jobs) {
		this.queue.release(jobs);
	}

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

	/** For how long a job is postponed whose work may still go on. */
	Duration leaseTime() {
		return this.queue.source().queue().leaseTime();
	}

	/** Runs what may be code of the application, which the threads of timers must not. */
	void inBackground(Runnable task) {
		this.services.threads().background().execute(task);
	}

}
