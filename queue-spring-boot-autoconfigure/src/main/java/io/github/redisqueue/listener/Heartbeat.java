package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.background.OutageBackoff;

/**
 * Extends the leases of all jobs in flight, with one call in every third of the lease
 * time. Runs on a thread of its own, so that a hanging call delays nothing else.
 */
final class Heartbeat implements Runnable {

	private final WorkerQueue queue;

	private final InFlightJobs inFlight;

	private final OutageBackoff backoff;

	private volatile boolean closed;

	Heartbeat(WorkerQueue queue, InFlightJobs inFlight) {
		this.queue = queue;
		this.inFlight = inFlight;
		this.backoff = new OutageBackoff("extend leases of queue '" + queue.name() + "'");
	}

	@Override
	public void run() {
		try {
			Duration pause = this.queue.leaseTime().dividedBy(3);
			while (!this.closed) {
				TimeUnit.NANOSECONDS.sleep(pause.toNanos());
				pause = extendAll();
			}
		}
		catch (InterruptedException ex) {
			// The owner of this thread has stopped.
		}
	}

	/** Extends the leases, and returns the pause before the next time. */
	private Duration extendAll() {
		long begin = System.nanoTime();
		try {
			extend(this.inFlight.leased());
			this.backoff.onSuccess();
		}
		catch (Throwable ex) {
			return this.backoff.onFailure(ex);
		}
		return this.queue.leaseTime().dividedBy(3).minusNanos(System.nanoTime() - begin);
	}

	/**
	 * Calls Redis even if no job is in flight, so that the queue detects leases that
	 * never arrived here.
	 */
	private void extend(List<InFlightJob> jobs) {
		Map<Lease, Lease> extended = this.queue.extend(jobs.stream().map(InFlightJob::lease).toList())
			.stream()
			.collect(Collectors.toMap(Function.identity(), Function.identity()));
		for (InFlightJob job : jobs) {
			Lease lease = extended.get(job.lease());
			if (lease != null) {
				job.extend(lease);
			}
			else {
				this.inFlight.onLeaseLost(job);
			}
		}
	}

	/** Ends the heartbeat after a call under way. */
	void close() {
		this.closed = true;
	}

}
