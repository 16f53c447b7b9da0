package io.github.redisqueue.listener;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.redisqueue.LogText;
import io.github.redisqueue.thread.DaemonThreads;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;
import org.springframework.util.function.ThrowingConsumer;

/**
 * Tells the application of the jobs that it has buried: publishes an event for each, and
 * calls the handlers of its queue, on a thread of their own. What throws is logged, and
 * keeps nobody else from being told. Thread-safe.
 */
public final class BuriedJobNotifier implements SmartLifecycle, AutoCloseable {

	/** Tells nobody. */
	public static final BuriedJobNotifier NONE = new BuriedJobNotifier((event) -> {
	}, Set::of);

	/** How many calls of handlers may wait. */
	static final int MAX_CALLS = 1000;

	/** How large the payloads of their jobs may be together, unless there is only one. */
	static final long MAX_BYTES = 32 * 1024 * 1024;

	private static final Log logger = LogFactory.getLog(BuriedJobNotifier.class);

	private final ApplicationEventPublisher publisher;

	private final Supplier<Set<String>> queues;

	private final Map<String, List<ThrowingConsumer<JobBuriedEvent>>> handlers = new ConcurrentHashMap<>();

	/** The thread since the last start, which ends with the next stop, or null. */
	private volatile @Nullable BurialThread thread;

	/**
	 * Creates an instance without handlers, which is not started.
	 * @param publisher publishes the events
	 * @param queues returns the names of all queues that the application uses
	 */
	public BuriedJobNotifier(ApplicationEventPublisher publisher, Supplier<Set<String>> queues) {
		this.publisher = publisher;
		this.queues = queues;
	}

	/**
	 * Adds a handler. Must be called before the start.
	 * @param queue the name of the queue whose jobs it is about
	 * @param handler is told of each; must be thread-safe. What it throws is logged, and
	 * its {@code toString} names it in the log
	 */
	public void add(String queue, ThrowingConsumer<JobBuriedEvent> handler) {
		this.handlers.computeIfAbsent(queue, (name) -> new CopyOnWriteArrayList<>()).add(handler);
	}

	/**
	 * Tells that a job was buried, on a thread that may run code of the application.
	 * Never throws.
	 * @param event the job and the cause
	 * @param scope runs something so that its log lines name the job
	 */
	public void tell(JobBuriedEvent event, Consumer<Runnable> scope) {
		this.handlers.getOrDefault(event.queue(), List.of()).forEach((handler) -> submit(handler, event, scope));
		try {
			scope.accept(() -> this.publisher.publishEvent(event));
		}
		catch (Throwable ex) {
			logger.error("A listener of the event that " + describe(event) + " was buried failed",
					BrokenException.orSound(ex));
		}
	}

	private void submit(ThrowingConsumer<JobBuriedEvent> handler, JobBuriedEvent event, Consumer<Runnable> scope) {
		BurialThread last = this.thread;
		if (last == null || !last.add(event.job().size(), () -> call(handler, event, scope))) {
			logger.warn("The dead-letter handler " + handler + " is not called for " + describe(event) + ", because "
					+ (isRunning() ? "too many calls are waiting" : "the application stops")
					+ ". Its dead letter stays");
		}
	}

	private static void call(ThrowingConsumer<JobBuriedEvent> handler, JobBuriedEvent event, Consumer<Runnable> scope) {
		scope.accept(() -> {
			try {
				handler.acceptWithException(event);
			}
			catch (Throwable ex) {
				logger.error("The dead-letter handler " + handler + " failed with " + describe(event)
						+ ". It is not called again; the dead letter stays", BrokenException.orSound(ex));
			}
		});
	}

	private static String describe(JobBuriedEvent event) {
		return describe(event.job().id(), event.queue());
	}

	static String describe(String job, String queue) {
		return "job '" + LogText.shortened(job) + "' of queue '" + queue + "'";
	}

	/** Starts to call handlers, and warns of those that nothing would call. */
	@Override
	public synchronized void start() {
		if (isRunning()) {
			return;
		}
		Set<String> known = this.queues.get();
		this.handlers.forEach((queue, added) -> {
			if (!known.contains(queue)) {
				logger.warn("The application neither listens to queue '" + LogText.shortened(queue)
						+ "' nor configures it, so the dead-letter handler " + added.get(0) + " may never be called."
						+ " Correct the name of the queue, or remove the handler");
			}
		});
		this.thread = new BurialThread();
	}

	@Override
	public void stop() {
		stop(() -> {
		});
	}

	/** Lets the handlers end what is to be told, which Spring waits for. */
	@Override
	public synchronized void stop(Runnable callback) {
		BurialThread last = this.thread;
		if (last != null && isRunning()) {
			last.end(callback);
		}
		else {
			callback.run();
		}
	}

	/** Drops what has not been told before the beans that handlers use are destroyed. */
	@Override
	public synchronized void close() {
		BurialThread last = this.thread;
		int dropped = (last != null) ? last.shutdownNow().size() : 0;
		if (dropped > 0) {
			logger.warn("The application has stopped before " + dropped
					+ " calls of dead-letter handlers could be made. The dead letters stay");
		}
	}

	@Override
	public boolean isRunning() {
		BurialThread last = this.thread;
		return last != null && !last.isShutdown();
	}

	/** Starts before the listeners, and stops after them. */
	@Override
	public int getPhase() {
		return QueueListenerContainer.PHASE - 1;
	}

	/** Calls handlers one after the other. Ends after ten seconds without calls. */
	private static final class BurialThread extends DaemonThreads {

		private final AtomicLong bytes = new AtomicLong();

		private volatile Runnable onEnd = () -> {
		};

		BurialThread() {
			super(1, new LinkedBlockingQueue<>(MAX_CALLS), named("queue-dead-letter-"));
		}

		/**
		 * Adds a call, which must not throw.
		 * @param size the size of the payload that it keeps in memory
		 * @return false if too many calls wait, or the thread ends
		 */
		boolean add(int size, Runnable call) {
			long before = this.bytes.getAndAdd(size);
			if (before == 0 || before + size <= MAX_BYTES) {
				try {
					execute(() -> {
						try {
							call.run();
						}
						finally {
							this.bytes.addAndGet(-size);
						}
					});
					return true;
				}
				catch (RejectedExecutionException ex) {
					// There is no place left.
				}
			}
			this.bytes.addAndGet(-size);
			return false;
		}

		/** Takes no more calls, and tells when those that wait have been made. */
		void end(Runnable callback) {
			this.onEnd = callback;
			shutdown();
		}

		@Override
		protected void terminated() {
			this.onEnd.run();
		}

	}

}
