package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.List;

import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.bell.Bell;
import io.github.redisqueue.metrics.QueueEvents;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Moves the jobs of a queue to another one as soon as they are due, under the same ids:
 * leases them, adds them there, and completes them here. If it is cut short, the same
 * jobs are added again, which changes nothing as long as they are still in the other
 * queue. Any number of instances may forward one queue.
 */
final class Forwarder implements Poller.Intake {

	private static final Log logger = LogFactory.getLog(Forwarder.class);

	private static final int BATCH = 500;

	private final WorkerQueue from;

	private final WorkQueue to;

	private final InFlightJobs held = new InFlightJobs(QueueEvents.NONE);

	private final Heartbeat heartbeat;

	private final Poller poller;

	private final Thread polling;

	private final Thread beating;

	private volatile boolean closed;

	/**
	 * A forwarder, not started.
	 * @param from whose jobs to move
	 * @param to where to
	 * @param bell the bell of the first queue
	 * @param pollInterval how long to wait at most before looking for jobs that no bell
	 * told of
	 */
	Forwarder(WorkerQueue from, WorkQueue to, Bell bell, Duration pollInterval) {
		this.from = from;
		this.to = to;
		this.heartbeat = new Heartbeat(from, this.held);
		this.poller = new Poller(from, bell, pollInterval, this,
				"forward jobs of queue '" + from.name() + "' to queue '" + to.name() + "'");
		this.polling = new Thread(this.poller, "queue-" + from.name() + "-forwarder");
		this.beating = new Thread(this.heartbeat, "queue-" + from.name() + "-forwarder-heartbeat");
		this.beating.setDaemon(true);
	}

	void start() {
		this.polling.start();
		this.beating.start();
		logger.info("Jobs of queue '" + this.from.name() + "' are forwarded to queue '" + this.to.name() + "'");
	}

	/** Moves nothing more but what it is about to move. Does not wait. */
	void beginToStop() {
		this.closed = true;
		this.poller.wake();
	}

	/**
	 * Waits for that.
	 * @param patience how long at most, before a wait for Redis is cut short
	 */
	void awaitStop(Duration patience) throws InterruptedException {
		this.polling.join(patience.toMillis());
		this.polling.interrupt();
		this.heartbeat.close();
		this.beating.interrupt();
	}

	@Override
	public int awaitRoom() {
		return this.closed ? 0 : BATCH;
	}

	@Override
	public void take(List<Lease> leases) {
		List<InFlightJob> jobs = this.held.add(leases);
		try {
			this.to.add(leases.stream().map(Lease::job).toList());
			this.from.complete(leases);
		}
		catch (RuntimeException ex) {
			release(leases);
			throw ex;
		}
		finally {
			jobs.forEach(this.held::remove);
		}
	}

	/** Nothing is counted against jobs for which the other queue has no room. */
	private void release(List<Lease> leases) {
		try {
			this.from.release(leases);
		}
		catch (RuntimeException ex) {
			logger.debug("Jobs that could not be forwarded come back when their leases have run out", ex);
		}
	}

}
