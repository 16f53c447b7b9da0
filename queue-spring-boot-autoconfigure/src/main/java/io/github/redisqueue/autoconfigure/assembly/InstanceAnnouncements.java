package io.github.redisqueue.autoconfigure.assembly;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.redisqueue.background.ApplicationThreads;
import io.github.redisqueue.background.OutageReason;
import io.github.redisqueue.instance.Instances;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerRegistry;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;

/**
 * Announces every ten seconds that this instance is alive, as long as it has listeners.
 * An announcement that fails is not repeated, as the next one follows. Thread-safe.
 */
public final class InstanceAnnouncements implements SmartLifecycle {

	private static final Duration INTERVAL = Duration.ofSeconds(10);

	private static final Log logger = LogFactory.getLog(InstanceAnnouncements.class);

	private final Instances instances;

	private final String worker;

	private final QueueListenerRegistry listeners;

	private final ApplicationThreads threads;

	/** So that only the first of several failures is logged. */
	private final AtomicBoolean failed = new AtomicBoolean();

	/** Null while this is stopped. */
	private @Nullable Future<?> next;

	/** Whether Redis may have a record of this instance. */
	private boolean announced;

	public InstanceAnnouncements(Instances instances, String worker, QueueListenerRegistry listeners,
			ApplicationThreads threads) {
		this.instances = instances;
		this.worker = worker;
		this.listeners = listeners;
		this.threads = threads;
	}

	@Override
	public synchronized void start() {
		if (this.next == null) {
			ScheduledExecutorService scheduler = this.threads.scheduler();
			this.next = scheduler.scheduleAtFixedRate(this::announce,
					ApplicationThreads.untilNext(INTERVAL, System.nanoTime()).toNanos(), INTERVAL.toNanos(),
					TimeUnit.NANOSECONDS);
			scheduler.execute(this::announce);
		}
	}

	private synchronized void announce() {
		try {
			Set<String> queues = new TreeSet<>();
			this.listeners.all().forEach((listener) -> queues.addAll(listener.queueNames()));
			if (this.next != null && !queues.isEmpty()) {
				this.announced = true;
				this.instances.announce(this.worker, INTERVAL, queues).whenComplete((done, failure) -> report(failure));
			}
		}
		catch (Throwable ex) {
			// What is thrown would silently end the repetition.
			report(ex);
		}
	}

	private void report(@Nullable Throwable failure) {
		if (failure == null) {
			this.failed.set(false);
		}
		else if (this.failed.compareAndSet(false, true)) {
			this.threads.background()
				.execute(() -> logger.info("Cannot announce that this instance is alive, so the endpoint"
						+ " 'queues' does not list it: " + OutageReason.of(failure)));
		}
	}

	/**
	 * Waits for a second at most: the record of an instance that does not leave ends,
	 * too.
	 */
	@Override
	public void stop() {
		synchronized (this) {
			if (this.next != null) {
				this.next.cancel(false);
			}
			this.next = null;
			if (!this.announced) {
				return;
			}
			this.announced = false;
		}
		this.instances.leave(this.worker).orTimeout(1, TimeUnit.SECONDS).exceptionally((failure) -> null).join();
	}

	@Override
	public synchronized boolean isRunning() {
		return this.next != null;
	}

	/** Starts after the listeners and ends before them. */
	@Override
	public int getPhase() {
		return QueueListenerContainer.PHASE + 1;
	}

}
