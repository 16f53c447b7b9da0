package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * Starts the handler threads of one listener on the executor of the application. The
 * executor is called on a background thread, as it may run code of the application.
 * Thread-safe.
 */
final class HandlerStarter implements HandlerThreads.ThreadStarter {

	private static final Log logger = LogFactory.getLog(HandlerStarter.class);

	private static final Duration PATIENCE = Duration.ofSeconds(5);

	private static final Duration PAUSE = Duration.ofMillis(100);

	private final String listener;

	private final ListenerServices services;

	private final int concurrency;

	private final AtomicBoolean warned = new AtomicBoolean();

	HandlerStarter(String listener, ListenerServices services, int concurrency) {
		this.listener = listener;
		this.services = services;
		this.concurrency = concurrency;
	}

	/**
	 * Checks that the executor runs a task on another thread than that of the caller:
	 * otherwise handlers would block the threads that serve all listeners.
	 * @throws InvalidListenerException if it does not, or rejects the task
	 */
	void check() {
		if (executor() instanceof ThreadPoolTaskExecutor pool
				&& (long) pool.getMaxPoolSize() + pool.getQueueCapacity() < this.concurrency) {
			throw tooFewThreads("it has " + pool.getMaxPoolSize() + " threads");
		}
		AtomicReference<Thread> runner = new AtomicReference<>();
		try {
			executor().execute(() -> runner.set(Thread.currentThread()));
		}
		catch (RejectedExecutionException ex) {
			throw tooFewThreads(String.valueOf(ex.getMessage()));
		}
		if (runner.get() == Thread.currentThread()) {
			throw new InvalidListenerException(
					this.listener + " cannot start: its task executor runs handlers on the thread of the caller.",
					"Use an executor with threads of its own, such as SimpleAsyncTaskExecutor or"
							+ " ThreadPoolTaskExecutor.");
		}
	}

	private InvalidListenerException tooFewThreads(String reason) {
		return new InvalidListenerException(
				this.listener + " cannot start: its task executor does not run " + this.concurrency
						+ " handlers at the same time: " + reason,
				"Give the executor at least as many threads as the concurrencies of all its listeners add up to.");
	}

	private AsyncTaskExecutor executor() {
		return this.services.handlerExecutor();
	}

	@Override
	public void start(Runnable work, Runnable onRejected) {
		this.services.threads().starter().execute(() -> startNow(work, onRejected));
	}

	private void startNow(Runnable work, Runnable onRejected) {
		Thread caller = Thread.currentThread();
		AtomicBoolean begun = new AtomicBoolean();
		this.services.schedule(() -> warnIfNotBegun(begun), PATIENCE);
		try {
			executor().execute(() -> {
				begun.set(true);
				if (Thread.currentThread() == caller) {
					warn("it runs handlers on the thread of the caller");
					onRejected.run();
				}
				else {
					work.run();
				}
			});
		}
		catch (Throwable ex) {
			// Including errors: the job must not wait for a thread that never begins.
			warn(String.valueOf(ex.getMessage()));
			onRejected.run();
		}
	}

	private void warnIfNotBegun(AtomicBoolean begun) {
		if (!begun.get()) {
			this.services.threads()
				.background()
				.execute(() -> warn("it has not started a thread within " + PATIENCE.toSeconds() + " seconds"));
		}
	}

	private void warn(String reason) {
		if (this.warned.compareAndSet(false, true)) {
			logger.warn(this.listener + " is short of threads: its task executor does not run " + this.concurrency
					+ " handlers at the same time: " + reason
					+ ". The executor needs at least as many threads as the concurrencies of all its listeners add"
					+ " up to");
		}
	}

	@Override
	public void startLater(Runnable work, Runnable onRejected) {
		this.services.schedule(() -> start(work, onRejected), PAUSE);
	}

	@Override
	public void later(Runnable task) {
		this.services.schedule(task, PAUSE.multipliedBy(10));
	}

}
