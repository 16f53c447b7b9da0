package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.bell.Bell;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.core.task.TaskRejectedException;

/**
 * One run of a listener, from its start to its stop. The poller leases jobs into a
 * buffer, the handler threads take them from there and process them, the committer
 * settles them, and the heartbeat extends their leases.
 */
final class ListenerRun implements Poller.Intake {

	private static final Log logger = LogFactory.getLog(ListenerRun.class);

	/** For threads that end at once unless a call to Redis hangs. */
	private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(2);

	private final String name;

	private final ListenerSettings settings;

	private final InFlightJobs inFlight;

	private final LeaseExpiryMonitor expiryMonitor;

	private final Buffer buffer;

	private final SettlementCommitter committer;

	private final HandlerThreads handlerThreads;

	private final Poller poller;

	private final Heartbeat heartbeat;

	private final Executor handlerExecutor;

	private final ScheduledExecutorService scheduler;

	private final Thread pollerThread;

	private final Thread committerThread;

	private final Thread heartbeatThread;

	ListenerRun(String id, WorkerQueue queue, Bell bell, JobHandler handler, ListenerSettings settings,
			ListenerServices services) {
		this.name = "Listener '" + id + "' on queue '" + queue.name() + "'";
		this.settings = settings;
		this.handlerExecutor = services.handlerExecutor();
		this.scheduler = services.scheduler();
		this.inFlight = new InFlightJobs(services.events());
		this.expiryMonitor = new LeaseExpiryMonitor(this.inFlight, this.scheduler);
		Prefetch prefetch = new Prefetch(settings.concurrency(), settings.prefetch());
		this.buffer = new Buffer(settings.concurrency(), prefetch);
		this.committer = new SettlementCommitter(queue.name(),
				new SettlementSender(queue, this.inFlight, services.events()));
		ObservedHandler observed = new ObservedHandler(id, handler, services.observations());
		JobProcessor processor = switch (settings.ackMode()) {
			case AFTER -> new AtLeastOnce(queue, observed, settings.retry(), this.inFlight, this.committer);
			case BEFORE -> new AtMostOnce(queue, observed, this.inFlight);
		};
		this.handlerThreads = new HandlerThreads(settings.concurrency(), this.buffer, processor, this.inFlight,
				prefetch);
		this.poller = new Poller(queue, bell, settings.pollInterval(), this,
				"lease jobs from queue '" + queue.name() + "'");
		this.heartbeat = new Heartbeat(queue, this.inFlight);
		this.pollerThread = new Thread(this.poller, "queue-" + id);
		this.committerThread = new Thread(this.committer, "queue-" + id + "-committer");
		this.heartbeatThread = new Thread(this.heartbeat, "queue-" + id + "-heartbeat");
		// Virtual handler threads do not keep the JVM alive, so this thread has to.
		this.pollerThread.setDaemon(false);
		this.committerThread.setDaemon(true);
		this.heartbeatThread.setDaemon(true);
	}

	/**
	 * Starts all threads.
	 * @throws InvalidListenerException if the executor rejects the handler threads
	 */
	void start() {
		try {
			this.handlerThreads.start(this.handlerExecutor);
		}
		catch (TaskRejectedException ex) {
			this.buffer.close();
			throw new InvalidListenerException(
					this.name + " cannot start: its task executor does not run " + this.settings.concurrency()
							+ " handlers at the same time: " + ex.getMessage(),
					"Give the executor at least as many threads as the concurrencies of all its listeners add up to.");
		}
		this.scheduler.schedule(this::warnOfMissingThreads, 5, TimeUnit.SECONDS);
		this.committerThread.start();
		this.heartbeatThread.start();
		this.pollerThread.start();
	}

	private void warnOfMissingThreads() {
		if (this.handlerThreads.notStarted() > 0) {
			logger.warn(this.name + " is short of threads: its task executor has not started "
					+ this.handlerThreads.notStarted() + " of " + this.settings.concurrency()
					+ " handler threads. The executor needs at least as many threads as the concurrencies of all its"
					+ " listeners add up to");
		}
	}

	@Override
	public int awaitRoom() throws InterruptedException {
		return this.buffer.awaitRoom();
	}

	@Override
	public void take(List<Lease> leases) {
		List<InFlightJob> jobs = this.inFlight.add(leases);
		if (!this.buffer.add(jobs)) {
			this.committer.release(jobs);
		}
		this.expiryMonitor.checkAt(leases.get(0).deadline());
	}

	/**
	 * Ends leasing, and releases the jobs whose handlers have not begun. Does not wait.
	 */
	void beginToStop() {
		this.committer.release(this.buffer.close());
		this.poller.wake();
	}

	/**
	 * Waits for running handlers until the shutdown timeout has elapsed, and interrupts
	 * the others. Then settles their jobs and ends all threads.
	 */
	void awaitStop() throws InterruptedException {
		if (!this.handlerThreads.await(this.settings.shutdownTimeout())) {
			interruptHandlers();
			this.handlerThreads.await(JOIN_TIMEOUT);
		}
		if (!hasEnded(this.pollerThread)) {
			this.pollerThread.interrupt();
		}
		this.committer.close();
		if (!hasEnded(this.committerThread)) {
			this.committer.giveUp();
			this.committerThread.interrupt();
		}
		this.heartbeat.close();
		this.heartbeatThread.interrupt();
		this.expiryMonitor.close();
		warnOfRunningThreads();
	}

	private void interruptHandlers() {
		List<InFlightJob> running = this.inFlight.running();
		logger.warn(this.name + " interrupts handlers that still run after the shutdown timeout of "
				+ this.settings.shutdownTimeout() + ": " + running);
		running.forEach(InFlightJob::interrupt);
	}

	private void warnOfRunningThreads() throws InterruptedException {
		if (!hasEnded(this.pollerThread) | !hasEnded(this.committerThread) | !hasEnded(this.heartbeatThread)) {
			logger.warn(this.name + " stopped, but one of its threads still waits for a reply from Redis");
		}
		if (!this.handlerThreads.await(Duration.ZERO)) {
			logger.warn(this.name
					+ " stopped, but handlers still run because they ignored the interrupt. Their jobs become ready again"
					+ " after their leases have expired: " + this.inFlight.running());
		}
	}

	private static boolean hasEnded(Thread thread) throws InterruptedException {
		thread.join(JOIN_TIMEOUT.toMillis());
		return !thread.isAlive();
	}

}
