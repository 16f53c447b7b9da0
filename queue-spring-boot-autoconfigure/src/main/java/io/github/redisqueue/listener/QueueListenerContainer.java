package io.github.redisqueue.listener;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.bell.Bell;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;

/**
 * A listener of a queue: leases jobs, calls the handler, and settles the jobs. While it
 * runs, it keeps the JVM alive, and it resumes by itself after an outage of Redis. It can
 * be stopped and started any number of times. Thread-safe.
 */
public final class QueueListenerContainer implements SmartLifecycle {

	/**
	 * The lifecycle phase of listeners. They start after nearly all other beans and stop
	 * before them, so that handlers can use those beans. In particular, listeners stop
	 * before the task executors of their handlers.
	 */
	public static final int PHASE = Integer.MAX_VALUE - 100;

	private static final Log logger = LogFactory.getLog(QueueListenerContainer.class);

	private final String id;

	private final WorkerQueue queue;

	private final Bell bell;

	private final JobHandler handler;

	private final ListenerSettings settings;

	private final ListenerServices services;

	private @Nullable ListenerRun run;

	private CompletableFuture<?> stopped = CompletableFuture.completedFuture(null);

	/**
	 * Creates a listener that is not started.
	 * @param id the id, unique in the application
	 * @param queue the queue
	 * @param bell the bell of the queue
	 * @param handler the handler of the jobs
	 * @param settings the settings
	 * @param services the objects that all listeners share
	 */
	public QueueListenerContainer(String id, WorkerQueue queue, Bell bell, JobHandler handler,
			ListenerSettings settings, ListenerServices services) {
		this.id = id;
		this.queue = queue;
		this.bell = bell;
		this.handler = handler;
		this.settings = settings;
		this.services = services;
	}

	/**
	 * The id of the listener.
	 * @return the id
	 */
	public String id() {
		return this.id;
	}

	/**
	 * The name of the queue.
	 * @return the name
	 */
	public String queueName() {
		return this.queue.name();
	}

	WorkerQueue queue() {
		return this.queue;
	}

	/**
	 * Starts the listener, unless it is running. Redis need not be available. If the
	 * listener is stopping, this method first waits until it has stopped.
	 * @throws InvalidListenerException if the task executor rejects the handler threads
	 * @throws io.github.redisqueue.DuplicateWorkerException if another running instance
	 * has the worker id of this one, and the type of the queue needs it to be unique
	 */
	@Override
	public void start() {
		if (!isRunning()) {
			WorkerIdCheck.await(List.of(this.queue));
			startUnchecked();
		}
	}

	/** Starts the listener without checking the worker id. */
	synchronized void startUnchecked() {
		if (this.run != null) {
			return;
		}
		this.stopped.join();
		ListenerRun next = new ListenerRun(this.id, this.queue, this.bell, this.handler, this.settings, this.services);
		next.start();
		this.run = next;
		logger.info("Listener '" + this.id + "' started on queue '" + queueName() + "', concurrency "
				+ this.settings.concurrency());
	}

	/**
	 * Stops the listener, and waits until it has stopped. A handler must not stop its own
	 * listener with this method, because it would wait for itself. It can call
	 * {@link #stop(Runnable)}.
	 * @see #stop(Runnable)
	 */
	@Override
	public void stop() {
		beginToStop().join();
	}

	/**
	 * Stops the listener without waiting. The listener leases no more jobs, and releases
	 * those whose handlers have not begun. It interrupts handlers that still run after
	 * the shutdown timeout. It has stopped no later than a few seconds after that
	 * timeout, even if Redis is unavailable.
	 * @param callback called when the listener has stopped
	 */
	@Override
	public void stop(Runnable callback) {
		beginToStop().thenRun(callback);
	}

	private synchronized CompletableFuture<?> beginToStop() {
		ListenerRun last = this.run;
		if (last != null) {
			this.run = null;
			last.beginToStop();
			this.stopped = CompletableFuture.runAsync(() -> stop(last),
					(task) -> new Thread(task, "queue-" + this.id + "-stop").start());
		}
		return this.stopped;
	}

	private void stop(ListenerRun last) {
		try {
			last.awaitStop();
			logger.info("Listener '" + this.id + "' stopped on queue '" + queueName() + "'");
		}
		catch (Throwable ex) {
			logger.error("Listener '" + this.id + "' on queue '" + queueName() + "' failed to stop cleanly", ex);
		}
	}

	@Override
	public synchronized boolean isRunning() {
		return this.run != null;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

	@Override
	public String toString() {
		return "Listener '" + this.id + "' on queue '" + queueName() + "'";
	}

}
