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
 * Works a queue off: leases its jobs, has them handled, and settles them. It keeps the
 * JVM alive while it runs, and goes on by itself when Redis was away. It can be stopped
 * and started any number of times. Thread-safe.
 */
public final class QueueListenerContainer implements SmartLifecycle {

	/**
	 * The phase of listeners: they start after nearly everything else and stop before it,
	 * so that handlers find all that they need. In particular they stop before the task
	 * executors that their handlers run on.
	 */
	public static final int PHASE = Integer.MAX_VALUE - 100;

	private static final Log logger = LogFactory.getLog(QueueListenerContainer.class);

	private final String id;

	private final WorkerQueue queue;

	private final Bell bell;

	private final JobHandler handler;

	private final ListenerSettings settings;

	private final ListenerServices services;

	private @Nullable ListenerRun shift;

	private CompletableFuture<?> ended = CompletableFuture.completedFuture(null);

	/**
	 * A container, not started.
	 * @param id its name among the listeners of the application
	 * @param queue what to work off
	 * @param bell the bell of that queue
	 * @param handler does the work
	 * @param settings how to work
	 * @param services what all listeners share
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
	 * Starts to work, if it does not work already. Redis need not be there. A stop that
	 * is under way is waited for.
	 * @throws InvalidListenerException if the task executor does not take the handlers
	 * @throws io.github.redisqueue.DuplicateWorkerException if another running instance
	 * has the worker id of this one, and the type of the queue needs it to be unique
	 */
	@Override
	public void start() {
		if (!isRunning()) {
			WorkerIdCheck.await(List.of(this.queue));
			begin();
		}
	}

	/** Starts to work on a queue that was looked at already. */
	synchronized void begin() {
		if (this.shift != null) {
			return;
		}
		this.ended.join();
		ListenerRun next = new ListenerRun(this.id, this.queue, this.bell, this.handler, this.settings, this.services);
		next.begin();
		this.shift = next;
		logger.info("Listener '" + this.id + "' works queue '" + queueName() + "' off, up to "
				+ this.settings.concurrency() + " jobs at a time");
	}

	/**
	 * Stops to work, and waits for that. A handler that wants its own listener to stop
	 * calls {@link #stop(Runnable)} instead, as it would wait for itself.
	 * @see #stop(Runnable)
	 */
	@Override
	public void stop() {
		beginToStop().join();
	}

	/**
	 * Stops to work. No job is leased any more, those not started are released; running
	 * handlers may go on for the shutdown timeout, then they are interrupted. All this
	 * takes the shutdown timeout and a few seconds at most, also if Redis is away.
	 * @param callback called when it has stopped
	 */
	@Override
	public void stop(Runnable callback) {
		beginToStop().thenRun(callback);
	}

	private synchronized CompletableFuture<?> beginToStop() {
		ListenerRun last = this.shift;
		if (last != null) {
			this.shift = null;
			last.beginToEnd();
			this.ended = CompletableFuture.runAsync(() -> end(last),
					(work) -> new Thread(work, "queue-" + this.id + "-stop").start());
		}
		return this.ended;
	}

	private void end(ListenerRun last) {
		try {
			last.end();
			logger.info("Listener '" + this.id + "' has stopped");
		}
		catch (Throwable ex) {
			logger.error("Listener '" + this.id + "' could not be stopped in good order", ex);
		}
	}

	@Override
	public synchronized boolean isRunning() {
		return this.shift != null;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

	@Override
	public String toString() {
		return "Listener '" + this.id + "' of queue '" + queueName() + "'";
	}

}
