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
 * Extends all leases that are held, in one call every third of the lease time. It has a
 * thread of its own: a Redis that does not answer must keep nobody else waiting.
 */
final class Heartbeat implements Runnable {

	private final WorkerQueue queue;

	private final InFlightJobs held;

	private final OutageBackoff outage;

	private volatile boolean closed;

	Heartbeat(WorkerQueue queue, InFlightJobs held) {
		this.queue = queue;
		this.held = held;
		this.outage = new OutageBackoff("extend leases of queue '" + queue.name() + "'");
	}

	@Override
	public void run() {
		try {
			Duration pause = this.queue.leaseTime().dividedBy(3);
			while (!this.closed) {
				TimeUnit.NANOSECONDS.sleep(pause.toNanos());
				pause = beat();
			}
		}
		catch (InterruptedException ex) {
			// The listener has stopped.
		}
	}

	/** Says how long to wait before the next beat. */
	private Duration beat() {
		long begin = System.nanoTime();
		try {
			extend(this.held.all());
			this.outage.onSuccess();
		}
		catch (Throwable ex) {
			return this.outage.onFailure(ex);
		}
		return this.queue.leaseTime().dividedBy(3).minusNanos(System.nanoTime() - begin);
	}

	/** Also if nothing is held: by that a queue tells which replies were lost. */
	private void extend(List<InFlightJob> jobs) {
		Map<Lease, Lease> extended = this.queue.extend(jobs.stream().map(InFlightJob::lease).toList())
			.stream()
			.collect(Collectors.toMap(Function.identity(), Function.identity()));
		for (InFlightJob job : jobs) {
			Lease lease = extended.get(job.lease());
			if (lease != null) {
				job.extended(lease);
			}
			else {
				this.held.taken(job);
			}
		}
	}

	/** No more beats. */
	void close() {
		this.closed = true;
	}

}
