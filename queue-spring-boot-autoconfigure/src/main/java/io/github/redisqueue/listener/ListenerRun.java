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

	private final InFlightJobs held;

	private final LeaseExpiryMonitor deadlines;

	private final Buffer buffer;

	private final SettlementCommitter settler;

	private final HandlerThreads loops;

	private final Poller poller;

	private final Heartbeat heartbeat;

	private final Executor handlers;

	private final ScheduledExecutorService clock;

	private final Thread polling;

	private final Thread settling;

	private final Thread beating;

	ListenerRun(String id, WorkerQueue queue, Bell bell, JobHandler handler, ListenerSettings settings,
			ListenerServices services) {
		this.id = id;
		this.settings = settings;
		this.handlers = services.handlers();
		this.clock = services.clock();
		this.held = new InFlightJobs(services.events());
		this.deadlines = new LeaseExpiryMonitor(this.held, this.clock);
		Prefetch prefetch = new Prefetch(settings.concurrency(), settings.prefetch());
		this.buffer = new Buffer(settings.concurrency(), prefetch);
		this.settler = new SettlementCommitter(queue.name(), new SettlementTrip(queue, this.held, services.events()));
		ObservedHandler observed = new ObservedHandler(handler,
				(lease) -> ListenerObservation.start(id, lease, services.observations()));
		JobProcessor processor = switch (settings.ackMode()) {
			case AFTER -> new AtLeastOnce(queue, observed, new RetryRule(settings.retry()), this.held, this.settler);
			case BEFORE -> new AtMostOnce(queue, observed, this.held);
		};
		this.loops = new HandlerThreads(settings.concurrency(), this.buffer, processor, this.held, prefetch);
		this.poller = new Poller(queue, bell, settings.pollInterval(), this,
				"lease jobs from queue '" + queue.name() + "'");
		this.heartbeat = new Heartbeat(queue, this.held);
		this.polling = new Thread(this.poller, "queue-" + id);
		this.settling = new Thread(this.settler, "queue-" + id + "-settler");
		this.beating = new Thread(this.heartbeat, "queue-" + id + "-heartbeat");
		// The poller alone keeps an application alive whose handlers are virtual threads.
		this.polling.setDaemon(false);
		this.settling.setDaemon(true);
		this.beating.setDaemon(true);
	}

	/**
	 * Starts to work.
	 * @throws InvalidListenerException if the handlers' executor refuses
	 */
	void begin() {
		try {
			this.loops.start(this.handlers);
		}
		catch (TaskRejectedException ex) {
			this.buffer.close();
			throw new InvalidListenerException(
					"The task executor for the handlers of listener '" + this.id + "' refuses to run "
							+ this.settings.concurrency() + " of them at a time: " + ex.getMessage(),
					"Give the executor at least as many threads as all its listeners' concurrencies add up to.");
		}
		this.clock.schedule(this::tellOfMissingHandlers, 5, TimeUnit.SECONDS);
		this.settling.start();
		this.beating.start();
		this.polling.start();
	}

	private void tellOfMissingHandlers() {
		if (this.loops.missing() > 0) {
			logger.warn("The task executor of listener '" + this.id + "' does not run " + this.loops.missing()
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
		List<InFlightJob> jobs = this.held.add(leases);
		if (!this.buffer.add(jobs)) {
			this.settler.release(jobs);
		}
		this.deadlines.expect(leases.get(0).deadline());
	}

	/** Starts nothing more: what no handler has begun with is released. Does not wait. */
	void beginToEnd() {
		this.settler.release(this.buffer.close());
		this.poller.wake();
	}

	/**
	 * Waits for what runs, then interrupts it, settles what can be settled, and ends its
	 * threads.
	 */
	void end() throws InterruptedException {
		if (!this.loops.await(this.settings.shutdownTimeout())) {
			interruptHandlers();
			this.loops.await(GRACE);
		}
		if (!hasEnded(this.polling)) {
			this.polling.interrupt();
		}
		this.settler.close();
		if (!hasEnded(this.settling)) {
			this.settler.giveUp();
			this.settling.interrupt();
		}
		this.heartbeat.close();
		this.beating.interrupt();
		this.deadlines.close();
		tellWhatIsLeft();
	}

	private void interruptHandlers() {
		List<InFlightJob> running = this.held.running();
		logger.warn("Listener '" + this.id + "' has waited for " + this.settings.shutdownTimeout()
				+ " and interrupts the handlers of " + running);
		running.forEach(InFlightJob::interrupt);
	}

	private void tellWhatIsLeft() throws InterruptedException {
		if (!hasEnded(this.polling) | !hasEnded(this.settling) | !hasEnded(this.beating)) {
			logger.warn("Listener '" + this.id + "' stopped although a thread of it still waits for Redis to answer");
		}
		if (!this.loops.await(Duration.ZERO)) {
			logger.warn("Listener '" + this.id + "' stopped although handlers did not obey the interrupt; their jobs"
					+ " come back when the leases have run out: " + this.held.running());
		}
	}

	private static boolean hasEnded(Thread thread) throws InterruptedException {
		thread.join(GRACE.toMillis());
		return !thread.isAlive();
	}

}
