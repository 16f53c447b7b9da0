package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LogText;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.background.OutageBackoff;
import io.github.redisqueue.bell.Bell;
import io.github.redisqueue.metrics.QueueEvents;
import io.github.redisqueue.observation.JobMdc;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Moves the due jobs of one queue to another under the same ids: leases them, adds them
 * to the target queue, and completes them in the source queue. If the application stops
 * in between, another instance adds the same jobs again, which changes nothing while they
 * are still in the target queue. A job that the target queue refuses is buried in the
 * source queue. Several instances may forward the same queue.
 */
final class Forwarder implements Intake {

	private static final Log logger = LogFactory.getLog(Forwarder.class);

	private static final int MAX_LEASES = 500;

	private final WorkerQueue from;

	private final WorkQueue to;

	private final ListenerServices services;

	private final InFlightJobs inFlight;

	private final OutageBackoff backoff;

	private final LeaseLoop loop;

	/** One thread that ends after ten seconds without jobs to move. */
	private final ThreadPoolExecutor mover;

	/** How many batches are being moved, plus one while a pause after a failure lasts. */
	private final AtomicInteger busy = new AtomicInteger();

	private CompletableFuture<Void> leased = CompletableFuture.completedFuture(null);

	/**
	 * Creates a forwarder that is not started.
	 * @param from the source queue
	 * @param to the target queue
	 * @param bell the bell of the source queue
	 * @param pollInterval how long to wait for the bell before polling the source queue
	 * @param services what it shares with listeners
	 */
	Forwarder(WorkerQueue from, WorkQueue to, Bell bell, Duration pollInterval, ListenerServices services) {
		this.from = from;
		this.to = to;
		this.services = services;
		this.inFlight = new InFlightJobs(from.async().shards().size(), services.prefetchMemory(), QueueEvents.NONE,
				services.threads().background());
		this.backoff = services.threads().outages().backoff("forward jobs from", from.name());
		this.loop = new LeaseLoop(from.async(), bell, this, new PollTimes(pollInterval), services::schedule,
				this.backoff.another());
		this.mover = new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
				(work) -> new Thread(work, "queue-" + from.name() + "-forwarder"));
		this.mover.allowCoreThreadTimeOut(true);
	}

	void start() {
		this.services.threads().keepAlive();
		this.services.heartbeats().add(this.from.async(), this.inFlight);
		this.loop.start();
		logger.info("Forwarding jobs from queue '" + this.from.name() + "' to queue '" + this.to.name() + "'");
	}

	/** Lets the forwarder stop after the jobs that it is moving. Does not wait. */
	void beginToStop() {
		this.leased = this.loop.close();
		this.leased.thenRun(this.mover::shutdown);
	}

	/**
	 * Waits until the forwarder has stopped.
	 * @param timeout how long to wait before interrupting a call to Redis
	 */
	void awaitStop(Duration timeout) throws InterruptedException {
		try {
			this.mover.awaitTermination(timeout.toMillis(), TimeUnit.MILLISECONDS);
		}
		finally {
			this.mover.shutdownNow();
			this.backoff.end();
			this.services.heartbeats().remove(this.from.async(), this.inFlight);
			this.services.threads().release();
		}
	}

	@Override
	public int room() {
		return (this.busy.get() == 0) ? MAX_LEASES : 0;
	}

	@Override
	public int room(int shard) {
		return this.inFlight.room(shard);
	}

	@Override
	public void take(int shard, List<Lease> leases) {
		List<InFlightJob> jobs = this.inFlight.add(shard, leases);
		this.busy.incrementAndGet();
		try {
			this.mover.execute(() -> move(leases, jobs));
		}
		catch (RejectedExecutionException ex) {
			// The reply came after the end. The leases expire.
			jobs.forEach(this.inFlight::remove);
		}
	}

	private void move(List<Lease> leases, List<InFlightJob> jobs) {
		Duration pause = tryToMove(leases, jobs);
		if (pause.isZero()) {
			resume();
		}
		else {
			this.services.schedule(this::resume, pause);
		}
	}

	/**
	 * Moves jobs.
	 * @return the pause after a failure, or zero
	 */
	private Duration tryToMove(List<Lease> leases, List<InFlightJob> jobs) {
		try {
			Handover handover = new Handover(this.to);
			handover.add(leases);
			settle(handover);
			this.backoff.onSuccess();
			return Duration.ZERO;
		}
		catch (Throwable ex) {
			release(leases);
			return this.backoff.onFailure(ex);
		}
		finally {
			jobs.forEach(this.inFlight::remove);
		}
	}

	private void settle(Handover handover) {
		this.from.complete(handover.taken());
		if (!handover.known().isEmpty()) {
			logger.warn(handover.known().size() + " jobs of queue '" + this.from.name()
					+ "' were completed without being added to queue '" + this.to.name()
					+ "', which had jobs with these ids, or remembers that they were completed: "
					+ LogText.ids(handover.known())
					+ ". That is expected if an earlier attempt to forward these jobs was cut short");
		}
		if (!handover.refused().isEmpty()) {
			bury(handover.refused());
		}
	}

	private void bury(Map<Lease, Cause> refused) {
		Set<Lease> buried = this.from.bury(refused);
		if (buried.isEmpty()) {
			return;
		}
		this.services.events().happened(QueueEvents.Kind.BURIED, this.from.name(), buried.size());
		logger.error(buried.size() + " jobs of queue '" + this.from.name()
				+ "' were moved to its dead letters, because queue '" + this.to.name() + "' refuses them: "
				+ LogText.ids(buried.stream().map(Lease::id).toList()) + ". "
				+ LogText.shortened(String.valueOf(refused.values().iterator().next().message())));
		this.services.threads().background().execute(() -> buried.forEach((lease) -> tell(lease, refused)));
	}

	private void tell(Lease lease, Map<Lease, Cause> refused) {
		JobBuriedEvent event = new JobBuriedEvent(this.from.name(), null, lease.job(),
				Objects.requireNonNull(refused.get(lease)));
		this.services.extensions().burials().tell(event, (action) -> JobMdc.run(lease, action));
	}

	private void resume() {
		this.busy.decrementAndGet();
		this.loop.onRoom();
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
