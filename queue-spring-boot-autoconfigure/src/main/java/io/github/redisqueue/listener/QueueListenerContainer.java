package io.github.redisqueue.listener;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;
import org.springframework.util.Assert;

/**
 * A listener of one or several queues: leases jobs, calls the handler, and settles the
 * jobs. While it runs, it keeps the JVM alive, and it resumes by itself after an outage
 * of Redis. It can be stopped and started any number of times. Thread-safe.
 */
public final class QueueListenerContainer implements SmartLifecycle {

	/**
	 * The lifecycle phase of listeners. They start after nearly all other beans, which
	 * handlers may use, and stop before them and before the task executors of handlers.
	 */
	public static final int PHASE = Integer.MAX_VALUE - 100;

	private static final Log logger = LogFactory.getLog(QueueListenerContainer.class);

	private final String id;

	private final List<ListenerQueue> queues;

	private final JobHandler handler;

	private final ListenerRuns runs;

	/** The run since the last start, null while the listener is stopped or stopping. */
	private volatile ListenerRuns.@Nullable Run run;

	private volatile int concurrency;

	private volatile boolean paused;

	/** Completed when the last run has stopped, before which no other can start. */
	private CompletableFuture<Void> stopped = CompletableFuture.completedFuture(null);

	/**
	 * Creates a listener that is not started.
	 * @param id the id, unique in the application
	 * @param queues the queues, at least one; either all of them have a weight, or none,
	 * which whoever reads the declaration has to check
	 * @param handler the handler of the jobs
	 * @param runs what runs listeners
	 * @throws IllegalArgumentException if there is no queue
	 */
	public QueueListenerContainer(String id, List<ListenerQueue> queues, JobHandler handler, ListenerRuns runs) {
		Assert.notEmpty(queues, "A listener must have a queue");
		this.id = id;
		this.queues = List.copyOf(queues);
		this.handler = handler;
		this.concurrency = queues.get(0).settings().concurrency();
		this.runs = runs;
	}

	/**
	 * {@return the id of the listener}
	 */
	public String id() {
		return this.id;
	}

	/**
	 * {@return the names of the queues in the order of the declaration, at least one}
	 */
	public List<String> queueNames() {
		return this.queues.stream().map((queue) -> queue.queue().name()).toList();
	}

	/**
	 * Starts the listener, unless it is running. Redis need not be available. If the
	 * listener is stopping, this method first waits until it has stopped.
	 * @throws InvalidListenerException if the task executor rejects the handler threads
	 */
	@Override
	public void start() {
		while (!startNow()) {
			stopped().join();
		}
	}

	private synchronized CompletableFuture<Void> stopped() {
		return this.stopped;
	}

	/** Returns false if the last run has not stopped. */
	private synchronized boolean startNow() {
		if (this.run != null) {
			return true;
		}
		if (!this.stopped.isDone()) {
			return false;
		}
		ListenerRuns.Run next = this.runs.prepare(this.id, toString(), this.queues, this.handler, this.concurrency);
		next.pause(this.paused);
		next.start();
		this.run = next;
		logger.info("Listener '" + this.id + "' started on " + on() + ", concurrency " + this.concurrency
				+ (this.paused ? ". It is paused" : ""));
		return true;
	}

	/**
	 * Stops the listener, and waits until it has stopped. A handler would wait for
	 * itself: it must use {@link #stop(Runnable)} for its own listener.
	 */
	@Override
	public void stop() {
		beginToStop().join();
	}

	/**
	 * Stops the listener without waiting. It leases no more jobs, releases those whose
	 * handlers have not begun, and interrupts handlers that still run after the shutdown
	 * timeout. A few seconds later it has stopped, even if Redis is unavailable.
	 * @param callback called when the listener has stopped
	 */
	@Override
	public void stop(Runnable callback) {
		beginToStop().thenRun(callback);
	}

	synchronized CompletableFuture<Void> beginToStop() {
		ListenerRuns.Run last = this.run;
		if (last != null) {
			this.run = null;
			last.beginToStop();
			this.stopped = CompletableFuture.runAsync(() -> stop(last),
					(task) -> new Thread(task, "queue-" + this.id + "-stop").start());
		}
		return this.stopped;
	}

	private void stop(ListenerRuns.Run last) {
		try {
			last.awaitStop();
			logger.info("Listener '" + this.id + "' stopped on " + on());
		}
		catch (Throwable ex) {
			logger.error("Listener '" + this.id + "' on " + on() + " failed to stop cleanly", ex);
		}
	}

	/**
	 * Stops this listener from leasing jobs until it is {@linkplain #resume() resumed},
	 * also after a stop and a start. Jobs that it has leased are handled. Other instances
	 * and listeners continue, unlike after
	 * {@link io.github.redisqueue.WorkQueue#pause()}. Does not wait.
	 */
	public synchronized void pause() {
		setPaused(true);
	}

	/** Resumes a paused listener. Does not wait. */
	public synchronized void resume() {
		setPaused(false);
	}

	private void setPaused(boolean value) {
		ListenerRuns.Run present = this.run;
		if (this.paused != value) {
			this.paused = value;
			logger.info(this + (value ? " is paused" : " is resumed"));
			if (present != null) {
				present.pause(value);
			}
		}
	}

	/**
	 * {@return whether this listener is {@linkplain #pause() paused}, running or not}
	 */
	public boolean isPaused() {
		return this.paused;
	}

	/**
	 * Changes how many jobs the listener handles at the same time, now and after each
	 * further start. If it is lowered, running handlers continue. Does not wait.
	 * @param concurrency the number, 1 to {@value ListenerSettings#MAX_CONCURRENCY}
	 * @throws IllegalArgumentException if the number is out of range
	 */
	public synchronized void setConcurrency(int concurrency) {
		ListenerSettings.requireConcurrency(concurrency);
		this.concurrency = concurrency;
		ListenerRuns.Run present = this.run;
		if (present != null) {
			present.change(concurrency);
		}
		logger.info(this + " has the concurrency " + concurrency);
	}

	/**
	 * {@return how many jobs the listener may handle at the same time now, 0 if it is not
	 * running}
	 */
	public int concurrency() {
		return (this.run != null) ? this.concurrency : 0;
	}

	@Override
	public synchronized boolean isRunning() {
		return this.run != null;
	}

	/**
	 * {@return what the listener knows of how it serves a queue, without waiting for
	 * Redis, a start or a stop}
	 * @param queueName the name of the queue
	 */
	public ListenerStatus status(String queueName) {
		ListenerRuns.Run present = this.run;
		return (present != null) ? present.status(queueName) : ListenerStatus.STOPPED;
	}

	/** The listener no longer belongs to the application. */
	void forget() {
		queueNames().forEach((queue) -> this.runs.removed(this.id, queue));
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

	@Override
	public String toString() {
		return "Listener '" + this.id + "' on " + on();
	}

	/** Names the queues in messages. */
	String on() {
		String names = queueNames().stream().map((name) -> "'" + name + "'").collect(Collectors.joining(", "));
		return ((this.queues.size() > 1) ? "queues " : "queue ") + names;
	}

}
