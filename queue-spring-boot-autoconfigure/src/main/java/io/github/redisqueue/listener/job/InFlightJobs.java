package io.github.redisqueue.listener.job;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Stream;

import io.github.redisqueue.Lease;
import io.github.redisqueue.LogText;
import io.github.redisqueue.listener.BatchSettings;
import io.github.redisqueue.listener.BrokenException;
import io.github.redisqueue.listener.ListenerTrouble;
import io.github.redisqueue.listener.ListenerWork;
import io.github.redisqueue.metrics.QueueEvents;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that a listener has leased and not yet settled. Thread-safe.
 */
public final class InFlightJobs {

	private static final Log logger = LogFactory.getLog(InFlightJobs.class);

	/**
	 * The largest number of jobs of one shard, unless more are handled at the same time.
	 * A shard that does not answer gets no more jobs settled; those that wait for that
	 * must not become ever more.
	 */
	public static final int MAX_PER_SHARD = BatchSettings.MAX_SIZE;

	private final QueueEvents events;

	/** Runs what the application may see: events and log messages. */
	private final Executor background;

	private final Set<InFlightJob> jobs = ConcurrentHashMap.newKeySet();

	/** How many of them there are of each shard. */
	private final AtomicIntegerArray held;

	private volatile int mostPerShard = MAX_PER_SHARD;

	private volatile boolean stopping;

	/** The payloads of all listeners, to which those of these jobs are added. */
	private final PrefetchMemory memory;

	private volatile Runnable onRoom = () -> {
	};

	/** When a handler has last ended, in ms since 1970: a number, so no object a job. */
	private volatile long lastHandled;

	private volatile ListenerWork.@Nullable Failed lastFailure;

	public InFlightJobs(int shards, PrefetchMemory memory, QueueEvents events, Executor background) {
		this.held = new AtomicIntegerArray(shards);
		this.memory = memory;
		this.events = events;
		this.background = background;
	}

	/**
	 * Calls a listener when a shard that had too many jobs has fewer, or when there are
	 * none any more.
	 */
	public void onRoom(Runnable listener) {
		this.onRoom = listener;
	}

	/** Adds the jobs of new leases, and returns them in the same order. */
	public List<InFlightJob> add(int shard, List<Lease> leases) {
		List<InFlightJob> added = new ArrayList<>(leases.size());
		leases.forEach((lease) -> added.add(new InFlightJob(shard, lease)));
		this.held.addAndGet(shard, added.size());
		leases.forEach((lease) -> this.memory.add(lease.job().size()));
		this.jobs.addAll(added);
		return added;
	}

	boolean contains(InFlightJob job) {
		return this.jobs.contains(job);
	}

	/**
	 * Removes a job: its lease is no longer extended.
	 * @return whether it was one of these
	 */
	public boolean remove(InFlightJob job) {
		if (!this.jobs.remove(job)) {
			return false;
		}
		job.removed();
		int before = this.held.getAndDecrement(job.shard());
		boolean full = this.memory.isFull();
		this.memory.remove(job.lease().job().size());
		if (before >= this.mostPerShard || (full && this.jobs.isEmpty())) {
			this.onRoom.run();
		}
		return true;
	}

	public void concurrency(int concurrency) {
		this.mostPerShard = Math.max(MAX_PER_SHARD, concurrency);
	}

	/** From now on no further handler may begin. */
	public void beginToStop() {
		this.stopping = true;
	}

	public boolean isStopping() {
		return this.stopping;
	}

	/** Whether the payloads of all listeners leave no memory for more of this one. */
	public boolean isMemoryFull() {
		return this.memory.isFull() && !this.jobs.isEmpty();
	}

	/** How many more jobs of a shard there may be. */
	public int room(int shard) {
		return Math.max(0, this.mostPerShard - this.held.get(shard));
	}

	/**
	 * The jobs of a shard whose leases are extended: those that depend on one, unless
	 * their settlement has been refused for a lease time. Such a job is better handled
	 * again, which counts, than held for ever.
	 */
	List<InFlightJob> extended(int shard, Duration leaseTime) {
		return leased().filter((job) -> job.shard() == shard && !job.isRefusedFor(leaseTime)).toList();
	}

	/** The jobs that depend on a lease. */
	public Stream<InFlightJob> leased() {
		return this.jobs.stream().filter((job) -> !job.isCompleted());
	}

	/** The jobs whose handlers run, or the work that these have begun. */
	public List<InFlightJob> running() {
		return this.jobs.stream().filter(InFlightJob::isRunning).toList();
	}

	/**
	 * Runs what the application may see, or code of the application, which the threads of
	 * timers must not run.
	 */
	public void inBackground(Runnable task) {
		this.background.execute(task);
	}

	/**
	 * A handler has ended.
	 * @param job its job
	 * @param failure the exception for which the job is retried, buried or dropped, or
	 * null
	 */
	public void handled(InFlightJob job, @Nullable Throwable failure) {
		long now = System.currentTimeMillis();
		if (failure != null) {
			this.lastFailure = new ListenerWork.Failed(Instant.ofEpochMilli(now), job.lease().id(),
					LogText.shortened(failure.toString()));
		}
		this.lastHandled = now;
	}

	public ListenerWork work(@Nullable ListenerTrouble unanswered, @Nullable ListenerTrouble busy) {
		long last = this.lastHandled;
		return new ListenerWork(running().size(), (last > 0) ? Instant.ofEpochMilli(last) : null, this.lastFailure,
				unanswered, busy);
	}

	/**
	 * Redis reports that the lease is no longer valid. This says nothing about a job that
	 * is being settled: the answer may be older than the settlement.
	 */
	public void onLeaseLost(InFlightJob job) {
		if (!job.isCompleted() && !job.hasEnded()) {
			remove(job);
			lose(job, "was cancelled or leased by another worker");
		}
	}

	/**
	 * The deadline of the lease has passed. A job whose handler runs stays in flight: if
	 * no other worker leases it before Redis answers again, its lease can be extended.
	 */
	void onLeaseExpired(InFlightJob job) {
		if (lose(job, "has an expired lease, which could not be extended in time") && !job.wasLostWhileRunning()) {
			remove(job);
		}
	}

	/** Redis refused to complete a job before its handler begins. */
	public void refuse(InFlightJob job) {
		remove(job);
		this.events.happened(QueueEvents.Kind.LOST, job.lease().queue(), 1);
		logger.debug(job + " was cancelled or leased by another worker. Its handler had not begun");
	}

	/** Gives up a job after an unexpected error that prevents its settlement. */
	public void abandon(InFlightJob job, Throwable error) {
		remove(job);
		if (!job.isLost()) {
			this.events.happened(QueueEvents.Kind.LOST, job.lease().queue(), 1);
		}
		job.log(() -> logger
			.error(job + " cannot be settled because of an unexpected error. It becomes ready again after its lease"
					+ " has expired", BrokenException.orSound(error)));
	}

	/**
	 * Records a loss, interrupts the handler and reports it. Returns whether it is news.
	 */
	private boolean lose(InFlightJob job, String why) {
		if (!job.markLost()) {
			return false;
		}
		// The handler may have returned since it was interrupted.
		boolean running = job.wasLostWhileRunning();
		inBackground(() -> job.log(() -> {
			this.events.happened(QueueEvents.Kind.LOST, job.lease().queue(), 1);
			if (running) {
				logger.warn(job + " " + why + ". Interrupting its handler");
			}
			else {
				logger.debug(job + " " + why + ". Its handler had not begun");
			}
		}));
		return true;
	}

}
