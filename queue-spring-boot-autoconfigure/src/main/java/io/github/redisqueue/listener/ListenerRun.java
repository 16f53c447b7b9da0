package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.background.OutageBackoff;
import io.github.redisqueue.bell.Bell;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * One run of a listener, from its start to its stop. The lease loop leases jobs, the
 * handler threads process them, a committer for each shard settles them, and the
 * heartbeats of the application extend their leases.
 */
final class ListenerRun implements Intake {

	private static final Log logger = LogFactory.getLog(ListenerRun.class);

	/** How long to wait for replies of Redis at the end. */
	private static final Duration LAST_REPLIES = Duration.ofSeconds(2);

	private final String name;

	private final AsyncWorkerQueue queue;

	private final ListenerSettings settings;

	private final ListenerServices services;

	private final InFlightJobs inFlight;

	private final List<SettlementCommitter> committers;

	private final HandlerStarter starter;

	private final HandlerThreads handlerThreads;

	private final LeaseLoop loop;

	private final Runnable onRoom;

	private CompletableFuture<Void> leased = CompletableFuture.completedFuture(null);

	ListenerRun(String id, WorkerQueue queue, Bell bell, JobHandler handler, ListenerSettings settings,
			ListenerServices services) {
		this.name = "Listener '" + id + "' on queue '" + queue.name() + "'";
		this.queue = queue.async();
		this.settings = settings;
		this.services = services;
		Executor background = services.threads().background();
		this.inFlight = new InFlightJobs(this.queue.shards().size(), services.prefetchMemory(), services.events(),
				background);
		SettlementReport report = new SettlementReport(queue.name(), this.inFlight, services.events(), background);
		OutageBackoff settling = services.threads().outages().backoff("settle jobs of", queue.name());
		this.committers = this.queue.shards()
			.stream()
			.map((shard) -> new SettlementCommitter(shard, report, settling.another(), services::schedule))
			.toList();
		ObservedHandler observed = new ObservedHandler(id, handler, services.observations());
		JobProcessor processor = switch (settings.ackMode()) {
			case AFTER -> new AtLeastOnce(queue, observed, settings.retry(), this.inFlight, this::committer, services);
			case BEFORE -> new AtMostOnce(queue, observed, this.inFlight, services.gate(), this::committer);
		};
		this.starter = new HandlerStarter(this.name, services, settings.concurrency());
		this.handlerThreads = new HandlerThreads(settings.concurrency(),
				new Prefetch(settings.concurrency(), settings.prefetch()), processor, this.inFlight, this.starter);
		this.loop = new LeaseLoop(this.queue, bell, this, new PollTimes(settings.pollInterval()), services::schedule,
				services.threads().outages().backoff("lease jobs from", queue.name()));
		this.onRoom = this.loop::onRoom;
		this.handlerThreads.onRoom(this.onRoom);
		this.inFlight.onRoom(this.onRoom);
	}

	/**
	 * Starts the listener.
	 * @throws InvalidListenerException if the executor rejects tasks, or runs them on the
	 * thread of the caller
	 */
	void start() {
		this.starter.check();
		this.services.threads().keepAlive();
		this.services.heartbeats().add(this.queue, this.inFlight);
		this.services.expiryMonitor().add(this.inFlight);
		this.services.prefetchMemory().onRoom(this.onRoom);
		this.loop.start();
	}

	private SettlementCommitter committer(InFlightJob job) {
		return this.committers.get(job.shard());
	}

	@Override
	public int room() {
		return this.inFlight.isMemoryFull() ? 0 : this.handlerThreads.room();
	}

	@Override
	public int room(int shard) {
		return this.inFlight.room(shard);
	}

	@Override
	public void take(int shard, List<Lease> leases) {
		List<InFlightJob> jobs = this.inFlight.add(shard, leases);
		boolean taken = false;
		try {
			taken = this.handlerThreads.add(jobs);
		}
		finally {
			if (!taken) {
				this.committers.get(shard).release(jobs);
			}
		}
		this.services.expiryMonitor().checkAt(leases.get(0).deadline());
	}

	/**
	 * Ends leasing, and releases the jobs whose handlers have not begun. Does not wait.
	 */
	void beginToStop() {
		this.leased = this.loop.close();
		this.inFlight.beginToStop();
		this.starter.close();
		this.handlerThreads.close()
			.stream()
			.collect(Collectors.groupingBy(this::committer))
			.forEach(SettlementCommitter::release);
	}

	/**
	 * Waits for running handlers until the shutdown timeout has elapsed, and interrupts
	 * the others. Then settles their jobs.
	 */
	void awaitStop() throws InterruptedException {
		try {
			awaitJobs();
		}
		finally {
			this.committers.forEach(SettlementCommitter::giveUp);
			this.services.heartbeats().remove(this.queue, this.inFlight);
			this.services.expiryMonitor().remove(this.inFlight);
			this.services.prefetchMemory().forget(this.onRoom);
			this.services.threads().release();
		}
	}

	private void awaitJobs() throws InterruptedException {
		if (!this.handlerThreads.await(this.settings.shutdownTimeout())) {
			interruptHandlers();
			this.handlerThreads.await(LAST_REPLIES);
		}
		boolean answered = await(this.leased);
		CompletableFuture<?>[] drained = this.committers.stream()
			.map(SettlementCommitter::close)
			.toArray(CompletableFuture[]::new);
		answered &= await(CompletableFuture.allOf(drained));
		this.committers.forEach(SettlementCommitter::giveUp);
		// What there is to report is reported before the listener has stopped.
		await(CompletableFuture.runAsync(() -> {
		}, this.services.threads().background()));
		warnOfWhatRemains(answered);
	}

	/** Waits for replies, but not for long. */
	private static boolean await(CompletableFuture<?> replies) throws InterruptedException {
		try {
			replies.get(LAST_REPLIES.toMillis(), TimeUnit.MILLISECONDS);
			return true;
		}
		catch (ExecutionException | TimeoutException ex) {
			return false;
		}
	}

	private void interruptHandlers() {
		List<InFlightJob> running = this.inFlight.running();
		logger.warn(this.name + " interrupts handlers that still run after the shutdown timeout of "
				+ this.settings.shutdownTimeout() + ": " + running);
		running.forEach(InFlightJob::interrupt);
	}

	private void warnOfWhatRemains(boolean answered) throws InterruptedException {
		if (!answered) {
			logger.warn(this.name + " stopped while a call to Redis still had no reply");
		}
		if (!this.handlerThreads.await(Duration.ZERO)) {
			logger.warn(this.name
					+ " stopped, but handlers still run because they ignored the interrupt. Their jobs become ready again"
					+ " after their leases have expired: " + this.inFlight.running());
		}
	}

}
