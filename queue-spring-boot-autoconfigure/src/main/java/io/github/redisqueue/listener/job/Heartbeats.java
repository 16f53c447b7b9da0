package io.github.redisqueue.listener.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.HeldLease;
import io.github.redisqueue.Lease;
import io.github.redisqueue.background.OutageBackoff;
import io.github.redisqueue.background.Outages;
import org.jspecify.annotations.Nullable;

/**
 * Extends the leases of all listeners of the application: one call for each shard in
 * every third of the lease time, whatever the number of listeners of the queue. Uses a
 * thread of its own, and never waits for a reply, so that a shard that does not answer
 * delays no other. Thread-safe.
 */
public final class Heartbeats {

	private static final int GRIDS_PER_INTERVAL = 25;

	private final ScheduledExecutorService thread;

	private final Outages outages;

	private final Executor background;

	private final Map<String, QueueBeat> queues = new HashMap<>();

	/** Whether an error has ever cut a heartbeat short. */
	private volatile boolean everCut;

	/** The executor runs what handlers do when their leases have been extended. */
	public Heartbeats(ScheduledExecutorService thread, Outages outages, Executor background) {
		this.thread = thread;
		this.outages = outages;
		this.background = background;
	}

	/** Extends the leases of some jobs from now on. */
	public synchronized void add(AsyncWorkerQueue queue, InFlightJobs jobs) {
		this.queues.computeIfAbsent(queue.name(), (name) -> new QueueBeat(queue).start()).sources.add(jobs);
	}

	/** No longer extends the leases of some jobs. */
	public synchronized void remove(AsyncWorkerQueue queue, InFlightJobs jobs) {
		QueueBeat beat = this.queues.get(queue.name());
		if (beat != null) {
			beat.sources.remove(jobs);
			if (beat.sources.isEmpty()) {
				beat.ended = true;
				this.queues.remove(queue.name());
			}
		}
	}

	/** Goes on with the heartbeats of a queue where an error has cut one short. */
	public void mend(AsyncWorkerQueue queue) {
		QueueBeat beat = this.everCut ? beat(queue.name()) : null;
		if (beat != null) {
			beat.shards.forEach(ShardBeat::mend);
		}
	}

	private synchronized @Nullable QueueBeat beat(String queue) {
		return this.queues.get(queue);
	}

	/** The lease of a job for its handler, which may ask to extend it. */
	public Lease held(InFlightJob job) {
		return new HeldLease() {

			@Override
			public Lease latest() {
				return job.lease();
			}

			@Override
			public boolean isLost() {
				return job.isLost();
			}

			@Override
			public CompletionStage<Boolean> extend() {
				return Heartbeats.this.extend(job);
			}

		};
	}

	/** Completed on the background thread. */
	private CompletionStage<Boolean> extend(InFlightJob job) {
		QueueBeat beat = beat(job.lease().queue());
		if (beat == null || !job.isExpiring()) {
			return CompletableFuture.completedStage(false);
		}
		return OutageBackoff.begun(() -> beat.shards.get(job.shard()).shard.extend(List.of(job.lease())))
			.thenApplyAsync((extended) -> beat.apply(job, extended), this.background)
			.minimalCompletionStage();
	}

	/** The heartbeats of all shards of a queue, as long as a listener serves it. */
	private final class QueueBeat {

		/** The jobs of each listener of the queue. */
		private final List<InFlightJobs> sources = new CopyOnWriteArrayList<>();

		private final Duration interval;

		private final List<ShardBeat> shards = new ArrayList<>();

		private volatile boolean ended;

		QueueBeat(AsyncWorkerQueue queue) {
			this.interval = queue.leaseTime().dividedBy(3);
			OutageBackoff backoff = Heartbeats.this.outages.backoff("extend leases of", queue.name());
			queue.shards()
				.forEach((shard) -> this.shards.add(new ShardBeat(this, shard, this.shards.size(), backoff.another())));
		}

		QueueBeat start() {
			this.shards.forEach((shard) -> shard.schedule(shard.untilNext(System.nanoTime())));
			return this;
		}

		/**
		 * Applies the reply to a handler that wanted its lease to be extended. Called on
		 * the background thread.
		 * @return whether the lease was extended
		 */
		private boolean apply(InFlightJob job, Set<Lease> extended) {
			extended.forEach(job::extend);
			if (extended.isEmpty()) {
				this.sources.stream().filter((jobs) -> jobs.contains(job)).forEach((jobs) -> jobs.onLeaseLost(job));
			}
			return !extended.isEmpty();
		}

	}

	/** The heartbeat of the worker on one shard. Used by the thread of the heartbeats. */
	private final class ShardBeat {

		private final QueueBeat queue;

		private final AsyncWorkerQueue shard;

		private final int number;

		private final OutageBackoff backoff;

		/** Whether an error has cut a heartbeat short, so that none follows it. */
		private volatile boolean cut;

		ShardBeat(QueueBeat queue, AsyncWorkerQueue shard, int number, OutageBackoff backoff) {
			this.queue = queue;
			this.shard = shard;
			this.number = number;
			this.backoff = backoff;
		}

		void schedule(Duration pause) {
			onThread(() -> Heartbeats.this.thread.schedule(this::beat, pause.toNanos(), TimeUnit.NANOSECONDS));
		}

		/**
		 * How long it is to the next heartbeat after the one that began then: at a time
		 * that many queues share, at most a 25th of the interval earlier.
		 */
		private Duration untilNext(long begin) {
			long next = begin + this.queue.interval.toNanos();
			long grid = Math.max(1, this.queue.interval.dividedBy(GRIDS_PER_INTERVAL).toNanos());
			return Duration.ofNanos(next - Math.floorMod(next, grid) - System.nanoTime());
		}

		/**
		 * Calls Redis even if no job is in flight, so that the queue detects leases that
		 * never arrived here.
		 */
		private void beat() {
			if (this.queue.ended) {
				this.backoff.end();
				return;
			}
			onThread(() -> {
				long begin = System.nanoTime();
				Map<InFlightJob, InFlightJobs> held = new HashMap<>();
				this.queue.sources.forEach((jobs) -> jobs.extended(this.number, this.shard.leaseTime())
					.forEach((job) -> held.put(job, jobs)));
				List<Lease> leases = held.keySet().stream().map(InFlightJob::lease).toList();
				OutageBackoff.begun(() -> this.shard.extend(leases))
					.whenComplete((extended, failure) -> onThread(
							() -> Heartbeats.this.thread.execute(() -> end(begin, held, extended, failure))));
			});
		}

		/**
		 * An error may have left leases without an extension, so they are extended now.
		 */
		void mend() {
			if (this.cut) {
				this.cut = false;
				schedule(Duration.ZERO);
			}
		}

		private void end(long begin, Map<InFlightJob, InFlightJobs> held, Set<Lease> extended,
				@Nullable Throwable failure) {
			if (failure != null) {
				onThread(() -> schedule(
						held.isEmpty() ? untilNext(System.nanoTime()) : this.backoff.onFailure(failure)));
				return;
			}
			try {
				apply(held, extended);
			}
			finally {
				schedule(untilNext(begin));
			}
		}

		private void apply(Map<InFlightJob, InFlightJobs> held, Set<Lease> extended) {
			this.backoff.onSuccess();
			Map<Lease, Lease> current = new HashMap<>();
			extended.forEach((lease) -> current.put(lease, lease));
			held.forEach((job, jobs) -> {
				Lease lease = current.get(job.lease());
				if (lease != null) {
					job.extend(lease);
				}
				else {
					jobs.onLeaseLost(job);
				}
			});
		}

		/**
		 * Runs what submits tasks to the thread, or is one. An error must not end the
		 * heartbeats: the listener looks every second whether one has cut them short.
		 */
		private void onThread(Runnable submission) {
			try {
				submission.run();
			}
			catch (RejectedExecutionException ex) {
				// The application ends.
				this.queue.ended = true;
			}
			catch (Throwable ex) {
				this.cut = true;
				Heartbeats.this.everCut = true;
			}
		}

	}

}
