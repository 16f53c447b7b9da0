package io.github.redisqueue.listener.run;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.redisqueue.listener.BatchSettings;
import io.github.redisqueue.listener.JobHandler;
import io.github.redisqueue.listener.ListenerQueue;
import io.github.redisqueue.listener.ListenerRuns;
import io.github.redisqueue.listener.ListenerSettings;
import io.github.redisqueue.listener.ListenerStatus;
import io.github.redisqueue.listener.ListenerTrouble;
import io.github.redisqueue.listener.handle.InterceptedHandler;
import io.github.redisqueue.listener.handle.ObservedHandler;
import io.github.redisqueue.listener.job.InFlightJob;
import io.github.redisqueue.listener.lease.StateLock;
import io.github.redisqueue.listener.thread.HandlerStarter;
import io.github.redisqueue.listener.thread.HandlerThreads;
import io.github.redisqueue.listener.thread.Prefetch;
import io.github.redisqueue.listener.thread.WaitingTasks;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.core.task.AsyncTaskExecutor;

/**
 * One run of a listener, from its start to its stop, with the threads that handle the
 * jobs of all its queues. A queue may lease jobs if those before it want none, in the
 * order of the declaration, or in one that is drawn by weights each time there is room.
 * Only the first queue of a fixed order prefetches: a job that waits for a thread of this
 * instance could be handled by another one.
 */
final class ListenerRun implements ListenerRuns.Run {

	private static final Log logger = LogFactory.getLog(ListenerRun.class);

	/** How long to wait for replies of Redis at the end. */
	private static final Duration LAST_REPLIES = Duration.ofSeconds(2);

	final String id;

	private final String name;

	private final ListenerSettings settings;

	final ListenerServices services;

	final ObservedHandler handler;

	/** How to collect batches; of one job if the handler takes single ones. */
	final BatchSettings batch;

	private final HandlerStarter starter;

	final HandlerThreads handlerThreads;

	/** What the lease loops of all queues have in common, so that they share the room. */
	final StateLock stateLock = new StateLock();

	private final List<QueueRun> queues;

	private final boolean weighted;

	/** The queues in the order in which they are offered room, as declared or drawn. */
	private volatile List<QueueRun> order;

	volatile boolean paused;

	private final Runnable mending = this::mend;

	/** Completed when no call that leases is under way, after the stop has begun. */
	private CompletableFuture<Void> leased = CompletableFuture.completedFuture(null);

	ListenerRun(String id, String name, List<ListenerQueue> queues, JobHandler handler, int concurrency,
			ListenerServices services) {
		this.id = id;
		this.name = name;
		this.settings = queues.get(0).settings();
		this.services = services;
		this.handler = new ObservedHandler(id, InterceptedHandler.of(services.extensions.interceptors(), handler),
				services.observations, services.heartbeats);
		this.batch = handler.takesBatches() ? this.settings.batch() : new BatchSettings(1, Duration.ZERO);
		AsyncTaskExecutor executor = this.settings.executor();
		this.starter = new HandlerStarter(name, (executor != null) ? executor : services.handlerExecutor, concurrency,
				services.threads, services.threads.starter(), services.threads.background());
		this.weighted = queues.get(0).weight() > 0;
		this.handlerThreads = new HandlerThreads(concurrency,
				new Prefetch(concurrency, this.settings.prefetch() / this.batch.size(), services.ticker),
				new WaitingTasks(this.weighted ? 1 : queues.size()), this.starter::start, this.starter.keepAlive(),
				services.threads);
		this.queues = IntStream.range(0, queues.size())
			.mapToObj((number) -> new QueueRun(number, queues.get(number), this))
			.toList();
		this.queues.forEach((queue) -> queue.inFlight.concurrency(concurrency));
		this.order = this.queues;
		this.handlerThreads.onRoom(this::onRoom, this::onRoomElsewhere);
		this.handlerThreads.onError(this.stateLock::failed);
	}

	/** Whether several queues share the threads. */
	boolean isShared() {
		return this.queues.size() > 1;
	}

	/** How many tasks there is room for, of a queue that wants to lease. */
	int room(QueueRun asking) {
		if (this.paused) {
			return 0;
		}
		if (!isShared()) {
			return this.handlerThreads.room();
		}
		List<QueueRun> present = this.order;
		int reserved = 0;
		boolean before = true;
		for (QueueRun other : present) {
			if (other == asking) {
				before = false;
				continue;
			}
			if (before && other.wantsRoom()) {
				return 0;
			}
			reserved += other.reserved() + ((before || this.weighted) ? other.collected() : 0);
		}
		boolean first = !this.weighted && asking == present.get(0);
		return (first ? this.handlerThreads.room() : this.handlerThreads.roomWithoutPrefetch()) - reserved;
	}

	/**
	 * There may be room for more jobs. While a queue is being asked, the order stays:
	 * otherwise the room that it cannot take now would go to whoever is drawn next.
	 */
	private void offerRoom() {
		if (this.weighted && this.queues.stream().noneMatch((queue) -> queue.reserved() > 0)) {
			this.order = draw();
		}
		this.order.forEach(QueueRun::onRoom);
	}

	/**
	 * Draws the queues one after the other, each time by the weights of those that are
	 * left. That is the order in which random times elapse that are distributed
	 * exponentially with the weights as rates (Efraimidis and Spirakis, 2006).
	 */
	private List<QueueRun> draw() {
		return this.queues.stream()
			.map((queue) -> Map.entry(-Math.log(1 - ThreadLocalRandom.current().nextDouble()) / queue.source.weight(),
					queue))
			.sorted(Map.Entry.comparingByKey())
			.map(Map.Entry::getValue)
			.toList();
	}

	/** A queue has been asked. Perhaps it wants no more, so that others may. */
	void onAnswer() {
		if (isShared()) {
			offerRoom();
		}
	}

	@Override
	public void start() {
		this.starter.check();
		this.services.threads.keepAlive();
		this.services.threads.watch(this.mending);
		this.queues.forEach(QueueRun::start);
	}

	/**
	 * Goes on after an error, as when the memory of the JVM was full: it may have cut
	 * short what would have led to the next step.
	 */
	private void mend() {
		Throwable failure = this.stateLock.takeFailure();
		if (failure != null) {
			report(failure);
			this.handlerThreads.tryAllAgain();
			this.queues.forEach(QueueRun::mendLoop);
		}
		this.queues.forEach((queue) -> queue.mend(this::report));
	}

	private void report(Throwable failure) {
		this.services.threads.background().execute(() -> logger.error(this.name + " goes on after an error", failure));
	}

	/** A thread that has taken a task must handle it, whatever happens here. */
	private void onRoom() {
		try {
			offerRoom();
		}
		catch (RuntimeException ex) {
			logger.error(this.name + " cannot ask for more jobs now", ex);
		}
	}

	/** While a call is under way, each job that ends may tell of room that is no news. */
	private void onRoomElsewhere() {
		if (this.queues.stream().anyMatch((queue) -> queue.loop.isRoomNews())) {
			this.services.threads.schedule(this::onRoom, Duration.ZERO);
		}
	}

	@Override
	public void pause(boolean paused) {
		this.paused = paused;
		offerRoom();
		this.queues.forEach((queue) -> queue.settlements.settleNow());
	}

	@Override
	public void change(int concurrency) {
		this.starter.change(concurrency);
		this.queues.forEach((queue) -> queue.inFlight.concurrency(concurrency));
		this.handlerThreads.change(concurrency);
	}

	@Override
	public ListenerStatus status(String queue) {
		ListenerTrouble trouble = this.handlerThreads.areTasksWaiting() ? this.starter.trouble() : null;
		return this.queues.stream()
			.filter((run) -> run.source.queue().name().equals(queue))
			.map((run) -> run.status(trouble, busy()))
			.findFirst()
			.orElse(ListenerStatus.STOPPED);
	}

	private @Nullable ListenerTrouble busy() {
		return this.handlerThreads.areAllBusy() ? ListenerTrouble
			.busy(running().stream().mapToLong(InFlightJob::begunAt), this.services.ticker.getAsLong()) : null;
	}

	@Override
	public void beginToStop() {
		this.leased = CompletableFuture
			.allOf(this.queues.stream().map(QueueRun::beginToStop).toArray(CompletableFuture[]::new));
		this.starter.close();
		this.queues.forEach(QueueRun::releaseCollected);
		this.handlerThreads.close()
			.stream()
			.collect(Collectors.groupingBy((task) -> this.queues.get(task.queue())))
			.forEach(QueueRun::releaseTasks);
	}

	@Override
	public void awaitStop() throws InterruptedException {
		try {
			awaitJobs();
		}
		finally {
			this.queues.forEach(QueueRun::stop);
			this.services.threads.unwatch(this.mending);
			this.services.threads.release();
		}
	}

	private void awaitJobs() throws InterruptedException {
		if (!this.handlerThreads.await(this.settings.shutdownTimeout())) {
			interruptHandlers();
			this.handlerThreads.await(LAST_REPLIES);
		}
		boolean answered = await(this.leased);
		answered &= await(CompletableFuture
			.allOf(this.queues.stream().map((queue) -> queue.settlements.close()).toArray(CompletableFuture[]::new)));
		this.queues.forEach((queue) -> queue.settlements.giveUp());
		// What there is to report is reported before the listener has stopped.
		await(CompletableFuture.runAsync(() -> {
		}, this.services.threads.background()));
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

	private List<InFlightJob> running() {
		return this.queues.stream().flatMap((queue) -> queue.inFlight.running().stream()).toList();
	}

	private void interruptHandlers() {
		List<InFlightJob> running = running();
		Duration timeout = this.settings.shutdownTimeout();
		logger.warn(this.name + (running.isEmpty()
				? " does not wait longer than the shutdown timeout of " + timeout
						+ " for handlers whose jobs have been settled already"
				: " interrupts handlers that still run after the shutdown timeout of " + timeout + ": " + running));
		running.forEach(InFlightJob::interrupt);
	}

	private void warnOfWhatRemains(boolean answered) throws InterruptedException {
		if (!answered) {
			logger.warn(this.name + " stopped while a call to Redis still had no reply");
		}
		if (!this.handlerThreads.await(Duration.ZERO)) {
			List<InFlightJob> running = running();
			logger.warn(this.name + " stopped, but handlers still run" + (running.isEmpty()
					? " whose jobs have been settled already"
					: " because they ignored the interrupt. Their jobs become ready again after their leases have expired: "
							+ running));
		}
	}

}
