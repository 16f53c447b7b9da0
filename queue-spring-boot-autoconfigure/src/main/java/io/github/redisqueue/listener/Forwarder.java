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
 * Moves the due jobs of one queue to another under the same ids: leases them, adds them
 * to the target queue, and completes them in the source queue. If the application stops
 * in between, another instance adds the same jobs again, which changes nothing while they
 * are still in the target queue. Several instances may forward the same queue.
 */
final class Forwarder implements Poller.Intake {

	private static final Log logger = LogFactory.getLog(Forwarder.class);

	private static final int MAX_LEASES = 500;

	private final WorkerQueue from;

	private final WorkQueue to;

	private final InFlightJobs inFlight = new InFlightJobs(QueueEvents.NONE);

	private final Heartbeat heartbeat;

	private final Poller poller;

	private final Thread pollerThread;

	private final Thread heartbeatThread;

	private volatile boolean closed;

	/**
	 * Creates a forwarder that is not started.
	 * @param from the source queue
	 * @param to the target queue
	 * @param bell the bell of the source queue
	 * @param pollInterval how long to wait for the bell before polling the source queue
	 */
	Forwarder(WorkerQueue from, WorkQueue to, Bell bell, Duration pollInterval) {
		this.from = from;
		this.to = to;
		this.heartbeat = new Heartbeat(from, this.inFlight);
		this.poller = new Poller(from, bell, pollInterval, this,
				"forward jobs from queue '" + from.name() + "' to queue '" + to.name() + "'");
		this.pollerThread = new Thread(this.poller, "queue-" + from.name() + "-forwarder");
		this.heartbeatThread = new Thread(this.heartbeat, "queue-" + from.name() + "-forwarder-heartbeat");
		this.heartbeatThread.setDaemon(true);
	}

	void start() {
		this.pollerThread.start();
		this.heartbeatThread.start();
		logger.info("Forwarding jobs from queue '" + this.from.name() + "' to queue '" + this.to.name() + "'");
	}

	/** Lets the forwarder stop after the jobs that it is moving. Does not wait. */
	void beginToStop() {
		this.closed = true;
		this.poller.wake();
	}

	/**
	 * Waits until the forwarder has stopped.
	 * @param timeout how long to wait before interrupting a call to Redis
	 */
	void awaitStop(Duration timeout) throws InterruptedException {
		this.pollerThread.join(timeout.toMillis());
		this.pollerThread.interrupt();
		this.heartbeat.close();
		this.heartbeatThread.interrupt();
	}

	@Override
	public int awaitRoom() {
		return this.closed ? 0 : MAX_LEASES;
	}

	@Override
	public void take(List<Lease> leases) {
		List<InFlightJob> jobs = this.inFlight.add(leases);
		try {
			this.to.add(leases.stream().map(Lease::job).toList());
			this.from.complete(leases);
		}
		catch (RuntimeException ex) {
			release(leases);
			throw ex;
		}
		finally {
			jobs.forEach(this.inFlight::remove);
		}
	}

	/**
	 * Releases the jobs, which counts no failure: the jobs did not cause the error of the
	 * target queue.
	 */
	private void release(List<Lease> leases) {
		try {
			this.from.release(leases);
		}
		catch (RuntimeException ex) {
			logger.debug(
					leases.size() + " jobs of queue '" + this.from.name() + "' could not be released after forwarding"
							+ " them failed. They become ready again after their leases have expired",
					ex);
		}
	}

}
