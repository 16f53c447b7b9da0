package io.github.redisqueue.listener.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.listener.AckMode;
import io.github.redisqueue.listener.FailureDecisions;
import io.github.redisqueue.listener.ListenerQueue;
import io.github.redisqueue.listener.ListenerSettings;
import io.github.redisqueue.listener.ListenerStatus;
import io.github.redisqueue.listener.ListenerTrouble;
import io.github.redisqueue.listener.handle.Handlings;
import io.github.redisqueue.listener.handle.JobProcessing;
import io.github.redisqueue.listener.job.InFlightJob;
import io.github.redisqueue.listener.job.InFlightJobs;
import io.github.redisqueue.listener.job.JobProcessor;
import io.github.redisqueue.listener.lease.StateLock;
import io.github.redisqueue.listener.lease.LeaseConsumer;
import io.github.redisqueue.listener.lease.LeaseLoop;
import io.github.redisqueue.listener.lease.ShardLanes;
import io.github.redisqueue.listener.settle.SettlementReport;
import io.github.redisqueue.listener.settle.Settlements;
import io.github.redisqueue.listener.thread.BatchCollector;
import io.github.redisqueue.listener.thread.GroupWaitLimit;
import io.github.redisqueue.listener.thread.HandlerTask;
import org.jspecify.annotations.Nullable;

/**
 * One queue of a running listener. The lease loop leases jobs, the handler threads of the
 * listener process them, a committer for each shard settles them, and the heartbeats of
 * the application extend their leases. Thread-safe.
 */
final class QueueRun implements LeaseConsumer {

	private final int number;

	final ListenerQueue source;

	private final AsyncWorkerQueue queue;

	private final ListenerRun listener;

	final InFlightJobs inFlight;

	final Settlements settlements;

	private final JobProcessor processor;

	private final BatchCollector batches;

	/** The largest number of jobs in a task, 1 if the handler takes single jobs. */
	private final int batchSize;

	private final GroupWaitLimit waitLimit;

	final LeaseLoop loop;

	/** When the last call for each shard began, by the ticker. */
	private final AtomicLongArray calledAt;

	private final Runnable memoryListener = this::onRoom;

	/** Creates a run, not started, of the queue with this number in its listener. */
	QueueRun(int number, ListenerQueue source, ListenerRun listener) {
		this.number = number;
		this.source = source;
		this.listener = listener;
		WorkerQueue worker = source.queue();
		this.queue = worker.async();
		ListenerServices services = listener.services;
		Executor background = services.threads.background();
		this.inFlight = new InFlightJobs(this.queue.shards().size(), services.prefetchMemory, services.events,
				background);
		this.calledAt = new AtomicLongArray(this.queue.shards().size());
		ListenerSettings settings = source.settings();
		this.settlements = new Settlements(this.queue.shards(),
				new SettlementReport(worker.name(), listener.id, this.inFlight, services.events, background,
						services.extensions.burials()),
				services.outages().backoff("settle jobs of", worker.name()), services.threads, settings.ackInterval(),
				this::calls);
		FailureDecisions decisions = new FailureDecisions(settings.retry(), services.extensions.errorHandler(),
				worker.maxRetries());
		Handlings handlings = new Handlings(listener.handler, decisions, this.settlements, this.inFlight,
				worker.leaseTime(), (settings.ackMode() == AckMode.MANUAL) ? settings.ackTimeout() : null,
				services.threads, this::repeat);
		this.processor = new JobProcessing(worker, settings.ackMode(), handlings, services.gate);
		this.batchSize = listener.batch.size();
		this.batches = new BatchCollector(listener.batch, services.threads, this::handOverBatches);
		this.waitLimit = new GroupWaitLimit(number, worker.leaseTime(), listener.handlerThreads, services.threads,
				this::releaseTasks);
		this.loop = new LeaseLoop(this.queue, source.bell(), this, settings.pollInterval(), services.threads,
				services.outages().backoff("lease jobs from", worker.name()));
		this.inFlight.onRoom(this::onRoom);
	}

	void start() {
		ListenerServices services = this.listener.services;
		services.events.listening(this.queue.name(), this.listener.id);
		services.heartbeats.add(this.queue, this.inFlight);
		services.expiryMonitor.add(this.inFlight);
		services.prefetchMemory.onRoom(this.memoryListener);
		this.loop.start();
	}

	@Override
	public StateLock stateLock() {
		return this.listener.stateLock;
	}

	@Override
	public int room() {
		return this.inFlight.isMemoryFull() ? 0 : this.listener.room(this) * this.batchSize - this.batches.size();
	}

	@Override
	public int room(int shard) {
		return this.inFlight.room(shard);
	}

	/** Whether the queue may have jobs, and there is no other reason not to ask it. */
	boolean wantsRoom() {
		return this.loop.lanes().wantRoom(this);
	}

	/** How many tasks the calls under way may bring. */
	int reserved() {
		return tasks(this.loop.lanes().reserved());
	}

	/** How many tasks the jobs will be that wait for a batch. */
	int collected() {
		return tasks(this.batches.size());
	}

	private int tasks(int jobs) {
		return (jobs + this.batchSize - 1) / this.batchSize;
	}

	void onRoom() {
		this.loop.onRoom();
	}

	@Override
	public boolean sharesRoom() {
		return this.listener.isShared();
	}

	@Override
	public void onAnswer() {
		this.listener.onAnswer();
	}

	@Override
	public boolean isAwaitingJobs() {
		return this.listener.handlerThreads.isAwaitingJobs();
	}

	@Override
	public void onCall(int shard) {
		this.calledAt.set(shard, this.listener.services.ticker.getAsLong());
		settleNow(shard);
	}

	@Override
	public void settleNow(int shard) {
		this.settlements.settleNow(shard);
	}

	@Override
	public void take(int shard, List<Lease> leases) {
		this.listener.handlerThreads.leased(this.listener.services.ticker.getAsLong() - this.calledAt.get(shard));
		List<InFlightJob> jobs = this.inFlight.add(shard, leases);
		if (jobs.get(0).isExpired()) {
			// The reply came so late that another worker may have leased them.
			this.settlements.release(jobs);
			return;
		}
		this.batches.add(jobs);
		if (this.inFlight.isMemoryFull()) {
			// No batch can grow.
			this.batches.flush();
		}
		this.listener.services.expiryMonitor.checkAt(leases.get(0).deadline());
	}

	/** Lets jobs be handled one by one whose handler has been called before. */
	private void repeat(List<InFlightJob> jobs) {
		handOver(jobs.stream().map((job) -> task(List.of(job), null)).toList());
	}

	/** Gives jobs to the threads, in batches that are full or have waited long enough. */
	private void handOverBatches(List<List<InFlightJob>> batches) {
		List<HandlerTask> tasks = new ArrayList<>(batches.size());
		try {
			batches.forEach((jobs) -> tasks.add(task(jobs, this.waitLimit.overdue(jobs))));
		}
		catch (Throwable ex) {
			// Nobody would handle the jobs, and heartbeats would extend their leases.
			this.settlements.release(batches.stream().flatMap(List::stream).toList());
			throw ex;
		}
		handOver(tasks);
		this.waitLimit.watch(tasks);
	}

	private HandlerTask task(List<InFlightJob> jobs, @Nullable Long overdue) {
		return new HandlerTask(this.number, jobs, this.processor, this.inFlight, overdue,
				this.listener.services.ticker.getAsLong());
	}

	private void handOver(List<HandlerTask> tasks) {
		boolean taken = false;
		try {
			taken = this.listener.handlerThreads.add(tasks);
		}
		finally {
			if (!taken) {
				releaseTasks(tasks);
			}
		}
	}

	/** Goes on after an error has cut short what all queues of the listener share. */
	void mendLoop() {
		this.batches.flush();
		this.loop.mend();
	}

	/** Goes on where an error, to be reported, cut a settlement or heartbeat short. */
	void mend(Consumer<Throwable> report) {
		this.settlements.mend(report);
		this.listener.services.heartbeats.mend(this.queue);
	}

	/** What is known of how the queue is served. Does not wait for Redis. */
	ListenerStatus status(@Nullable ListenerTrouble threads, @Nullable ListenerTrouble busy) {
		ShardLanes lanes = this.loop.lanes();
		ListenerTrouble unanswered = ListenerTrouble
			.longest(Stream.of(lanes.unanswered(), this.settlements.unanswered()));
		return new ListenerStatus(true, this.listener.paused, lanes.isPaused(), lanes.trouble(), threads,
				this.inFlight.work(unanswered, busy));
	}

	/** Ends leasing. Completed when no call that leases is under way. */
	CompletableFuture<Void> beginToStop() {
		this.inFlight.beginToStop();
		return this.loop.close();
	}

	/** Releases the jobs of tasks that no thread will take. */
	void releaseTasks(List<HandlerTask> tasks) {
		this.settlements.release(tasks.stream().flatMap((task) -> task.jobs().stream()).toList());
	}

	void releaseCollected() {
		this.settlements.release(this.batches.close());
	}

	void stop() {
		ListenerServices services = this.listener.services;
		this.settlements.giveUp();
		services.heartbeats.remove(this.queue, this.inFlight);
		services.expiryMonitor.remove(this.inFlight);
		services.prefetchMemory.forget(this.memoryListener);
	}

	/** The calls that lease from a shard. */
	private Settlements.LeaseCalls calls(int shard) {
		return new Settlements.LeaseCalls() {

			@Override
			public boolean isNextSoon() {
				QueueRun run = QueueRun.this;
				return run.loop.lanes().hasBacklog(shard) && !run.inFlight.isMemoryFull() && !run.inFlight.isStopping()
						&& !run.listener.paused;
			}

			@Override
			public void onTrip(int more) {
				QueueRun.this.loop.onTrip(shard, more);
			}

		};
	}

}
