package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.bell.Bell;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.core.task.TaskRejectedException;

/**
 * The work of a container from its start to its stop: one poller leases jobs into a
 * buffer, from where as many loops as its concurrency take and handle them; one thread
 * settles them, one extends the leases.
 */
final class ListenerRun implements Poller.Intake {

	private static final Log logger = LogFactory.getLog(ListenerRun.class);

	/** For threads that ought to end at once. */
	private static final Duration GRACE = Duration.ofSeconds(2);

	private final String id;

	private final ListenerSettings settings;

	private final InFlightJobs inFlight;

	private final LeaseExpiryMonitor expiryMonitor;

	private final Buffer buffer;

	private final SettlementCommitter committer;

	private final HandlerThreads handlerThreads;

	private final Poller poller;

	private final Heartbeat heartbeat;

	private final Executor handlers;

	private final ScheduledExecutorService clock;

	private final Thread pollerThread;

	private final Thread committerThread;

	private final Thread heartbeatThread;

	ListenerRun(String id, WorkQueue queue, Bell bell, JobHandler handler, ListenerSettings settings,
			ListenerServices services) {
		this.id = id;
		this.settings = settings;
		this.handlers = services.handlers();
		this.clock = services.clock();
		this.inFlight = new InFlightJobs(services.events());
		this.expiryMonitor = new LeaseExpiryMonitor(this.inFlight, this.clock);
		Prefetch prefetch = new Prefetch(settings.concurrency(), settings.prefetch());
		this.buffer = new Buffer(settings.concurrency(), prefetch);
		this.committer = new SettlementCommitter(queue.name(),
				new SettlementTrip(queue, this.inFlight, services.events()));
		ObservedHandler observed = new ObservedHandler(handler,
				(lease) -> ListenerObservation.start(id, lease, services.observations()));
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
		// The poller alone keeps an application alive whose handlers are virtual threads.
		this.pollerThread.setDaemon(false);
		this.committerThread.setDaemon(true);
		this.heartbeatThread.setDaemon(true);
	}

	/**
	 * Starts to work.
	 * @throws InvalidListenerException if the handlers' executor refuses
	 */
	void begin() {
		try {
			this.handlerThreads.start(this.handlers);
		}
		catch (TaskRejectedException ex) {
			this.buffer.close();
			throw new InvalidListenerException(
					"The task executor for the handlers of listener '" + this.id + "' refuses to run "
							+ this.settings.concurrency() + " of them at a time: " + ex.getMessage(),
					"Give the executor at least as many threads as all its listeners' concurrencies add up to.");
		}
		this.clock.schedule(this::tellOfMissingHandlers, 5, TimeUnit.SECONDS);
		this.committerThread.start();
		this.heartbeatThread.start();
		this.pollerThread.start();
	}

	private void tellOfMissingHandlers() {
		if (this.handlerThreads.missing() > 0) {
			logger.warn("The task executor of listener '" + this.id + "' does not run " + this.handlerThreads.missing()
					+ " of its " + this.settings.concurrency() + " handlers: it needs at least as many threads as the"
					+ " concurrencies of all its listeners add up to");
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
		this.expiryMonitor.expect(leases.get(0).deadline());
	}

	/** Starts nothing more: what no handler has begun with is released. Does not wait. */
	void beginToEnd() {
		this.committer.release(this.buffer.close());
		this.poller.wake();
	}

	/**
	 * Waits for what runs, then interrupts it, settles what can be settled, and ends its
	 * threads.
	 */
	void end() throws InterruptedException {
		if (!this.handlerThreads.await(this.settings.shutdownTimeout())) {
			interruptHandlers();
			this.handlerThreads.await(GRACE);
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
		tellWhatIsLeft();
	}

	private void interruptHandlers() {
		List<InFlightJob> running = this.inFlight.running();
		logger.warn("Listener '" + this.id + "' has waited for " + this.settings.shutdownTimeout()
				+ " and interrupts the handlers of " + running);
		running.forEach(InFlightJob::interrupt);
	}

	private void tellWhatIsLeft() throws InterruptedException {
		if (!hasEnded(this.pollerThread) | !hasEnded(this.committerThread) | !hasEnded(this.heartbeatThread)) {
			logger.warn("Listener '" + this.id + "' stopped although a thread of it still waits for Redis to answer");
		}
		if (!this.handlerThreads.await(Duration.ZERO)) {
			logger.warn("Listener '" + this.id + "' stopped although handlers did not obey the interrupt; their jobs"
					+ " come back when the leases have run out: " + this.inFlight.running());
		}
	}

	private static boolean hasEnded(Thread thread) throws InterruptedException {
		thread.join(GRACE.toMillis());
		return !thread.isAlive();
	}

}
