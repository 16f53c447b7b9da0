package io.github.redisqueue.listener.thread;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;

import io.github.redisqueue.LogText;
import io.github.redisqueue.listener.InvalidListenerException;
import io.github.redisqueue.listener.ListenerTrouble;
import io.github.redisqueue.listener.job.Timer;
import org.jspecify.annotations.Nullable;

import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * Starts the handler threads of one listener on the executor of the application. The
 * executor is called on a background thread, as it may run code of the application.
 * Thread-safe.
 */
public final class HandlerStarter implements ThreadStarter {

	private static final Duration PAUSE = Duration.ofMillis(100);

	private final String listener;

	private final AsyncTaskExecutor executor;

	private final Timer timer;

	private final Executor starter;

	private volatile int concurrency;

	private final ThreadShortage shortage;

	/**
	 * Creates a starter.
	 * @param listener the listener, at the beginning of a sentence
	 * @param executor runs the threads
	 * @param concurrency how many threads there may be
	 * @param timer runs short tasks later
	 * @param starter calls the executor
	 * @param background writes log messages
	 */
	public HandlerStarter(String listener, AsyncTaskExecutor executor, int concurrency, Timer timer, Executor starter,
			Executor background) {
		this.listener = listener;
		this.executor = executor;
		this.concurrency = concurrency;
		this.timer = timer;
		this.starter = starter;
		this.shortage = new ThreadShortage(listener, concurrency, timer, background);
	}

	/**
	 * Checks that the executor runs a task on another thread than that of the caller:
	 * otherwise handlers would block the threads that serve all listeners.
	 * @throws InvalidListenerException if it does not, or rejects the task
	 */
	public void check() {
		if (this.executor instanceof ThreadPoolTaskExecutor pool
				&& (long) pool.getMaxPoolSize() + pool.getQueueCapacity() < this.concurrency) {
			throw tooFewThreads("it has " + pool.getMaxPoolSize() + " threads");
		}
		AtomicReference<Thread> runner = new AtomicReference<>();
		try {
			this.executor.execute(() -> runner.set(Thread.currentThread()));
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

	@Override
	public void start(Runnable work, Runnable onRejected) {
		Object thread = this.shortage.asked();
		this.starter.execute(() -> startNow(thread, work, onRejected));
	}

	private void startNow(Object thread, Runnable work, Runnable onRejected) {
		Thread caller = Thread.currentThread();
		try {
			this.executor.execute(() -> {
				if (Thread.currentThread() == caller) {
					this.shortage.refused(thread, "runs handlers on the thread of the caller");
					onRejected.run();
				}
				else {
					run(thread, work);
				}
			});
		}
		catch (Throwable ex) {
			// Including errors: the job must not wait for a thread that never begins.
			this.shortage.refused(thread, "refuses to start one, " + LogText.of(ex.toString()));
			onRejected.run();
		}
	}

	private void run(Object thread, Runnable work) {
		this.shortage.begun(thread);
		try {
			work.run();
		}
		finally {
			this.shortage.ended();
		}
	}

	/** Why the listener has no thread at all, or null if it has one or needs none. */
	public @Nullable ListenerTrouble trouble() {
		return this.shortage.trouble();
	}

	/** Changes how many threads there may be. */
	public void change(int threads) {
		this.concurrency = threads;
		this.shortage.change(threads);
	}

	/** No longer warns of threads that do not start. */
	public void close() {
		this.shortage.close();
	}

	@Override
	public void startLater(Runnable work, Runnable onRejected) {
		this.timer.schedule(() -> start(work, onRejected), PAUSE);
	}

	@Override
	public void later(Runnable task) {
		this.timer.schedule(task, PAUSE.multipliedBy(10));
	}

}
