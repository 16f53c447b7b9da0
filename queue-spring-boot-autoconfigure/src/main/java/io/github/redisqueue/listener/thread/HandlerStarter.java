package io.github.redisqueue.listener.thread;

import java.time.Duration;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;

import io.github.redisqueue.LogText;
import io.github.redisqueue.background.Timer;
import io.github.redisqueue.listener.InvalidListenerException;
import io.github.redisqueue.listener.ListenerTrouble;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * Starts the handler threads of one listener on the executor of the application. The
 * executor is called on a background thread, as it may run code of the application.
 * <p>
 * Warns if the listener does not get the threads: at once if the executor refuses one,
 * otherwise five to ten seconds later, and as long as that lasts again and again, each
 * time after twice the time, up to ten minutes. Thread-safe; the lock of this is not held
 * while the executor is called.
 */
public final class HandlerStarter {

	private static final Log logger = LogFactory.getLog(HandlerStarter.class);

	private static final Duration FIRST = Duration.ofSeconds(5);

	private static final Duration LONGEST = Duration.ofMinutes(10);

	private final String listener;

	private final AsyncTaskExecutor executor;

	private final Timer timer;

	private final Executor starter;

	private final Executor background;

	private volatile int concurrency;

	/** The numbers of the threads that have neither begun nor been refused. */
	private final SortedSet<Long> waiting = new TreeSet<>();

	private int running;

	private long asked;

	/** How many threads had been asked for at the last look. */
	private long askedBefore;

	/** Why the executor refused a thread since the last warning. */
	private @Nullable String refusal;

	/** How long it is from the last look to the next one, or null if none follows. */
	private @Nullable Duration pause;

	/** Whether there was a warning since the last look that found nothing missing. */
	private boolean warned;

	/** Since when the listener has no thread though it asks for one, in nanoTime. */
	private @Nullable Long begin;

	/** Why it has none, if the executor refuses. */
	private @Nullable String lastRefusal;

	private boolean closed;

	/**
	 * Creates a starter.
	 * @param listener the listener, at the beginning of a sentence
	 * @param starter calls the executor
	 * @param background writes log messages; an appender of the application may block
	 */
	public HandlerStarter(String listener, AsyncTaskExecutor executor, int concurrency, Timer timer, Executor starter,
			Executor background) {
		this.listener = listener;
		this.executor = executor;
		this.concurrency = concurrency;
		this.timer = timer;
		this.starter = starter;
		this.background = background;
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

	/** How long the listener keeps a thread for which it has no work. */
	public Duration keepAlive() {
		// A pool with a queue refuses none: what it lacks shows while idle ones stay.
		boolean shared = this.executor instanceof ThreadPoolTaskExecutor pool && pool.getQueueCapacity() == 0;
		return shared ? Duration.ofMillis(100) : Duration.ofSeconds(30);
	}

	/** Starts a thread soon, or calls the second if the executor refuses. */
	public void start(Runnable work, Runnable onRejected) {
		long thread = asked();
		this.starter.execute(() -> startNow(thread, work, onRejected));
	}

	private void startNow(long thread, Runnable work, Runnable onRejected) {
		Thread caller = Thread.currentThread();
		try {
			this.executor.execute(() -> {
				if (Thread.currentThread() == caller) {
					refused(thread, "runs handlers on the thread of the caller");
					onRejected.run();
					return;
				}
				begun(thread);
				try {
					work.run();
				}
				finally {
					ended();
				}
			});
		}
		catch (Throwable ex) {
			// Including errors: the job must not wait for a thread that never begins.
			refused(thread, "refuses to start one, " + LogText.of(ex.toString()));
			onRejected.run();
		}
	}

	/** Returns the number of a thread that the listener asks for. */
	synchronized long asked() {
		long thread = this.asked++;
		this.waiting.add(thread);
		if (this.running == 0 && this.begin == null) {
			this.begin = System.nanoTime();
		}
		watch();
		return thread;
	}

	synchronized void begun(long thread) {
		if (this.waiting.remove(thread)) {
			this.running++;
			this.begin = null;
			this.lastRefusal = null;
		}
	}

	/** A thread that had begun has ended. */
	synchronized void ended() {
		this.running--;
		if (this.running == 0 && !this.waiting.isEmpty()) {
			this.begin = System.nanoTime();
		}
	}

	/**
	 * The listener does not get the thread.
	 * @param why what the executor did, after the words "its task executor"
	 */
	synchronized void refused(long thread, String why) {
		this.waiting.remove(thread);
		if (this.closed) {
			return;
		}
		this.lastRefusal = why;
		watch();
		if (this.warned) {
			this.refusal = why;
		}
		else {
			warn(why);
		}
	}

	/** Changes how many threads there may be. */
	public void change(int threads) {
		this.concurrency = threads;
	}

	/** No longer warns of threads that do not start. */
	public synchronized void close() {
		this.closed = true;
		this.waiting.clear();
		this.begin = null;
	}

	/** Why the listener has no thread at all, or null if it has one or needs none. */
	public synchronized @Nullable ListenerTrouble trouble() {
		if (this.begin == null) {
			return null;
		}
		String reason = (this.lastRefusal != null) ? this.lastRefusal : "does not start a thread";
		return new ListenerTrouble("its task executor " + reason, this.begin);
	}

	private void watch() {
		if (this.pause == null && !this.closed) {
			lookAfter(FIRST);
		}
	}

	private void lookAfter(Duration next) {
		this.pause = next;
		this.askedBefore = this.asked;
		this.timer.schedule(() -> look(next), next);
	}

	private synchronized void look(Duration last) {
		if (this.closed) {
			return;
		}
		boolean waitsSinceLastLook = !this.waiting.isEmpty() && this.waiting.first() < this.askedBefore;
		if (this.refusal != null || waitsSinceLastLook) {
			warn((this.refusal != null) ? this.refusal
					: "has not started a thread within " + last.toSeconds() + " seconds");
			this.refusal = null;
			Duration twice = last.multipliedBy(2);
			lookAfter((twice.compareTo(LONGEST) < 0) ? twice : LONGEST);
		}
		else {
			this.pause = null;
			this.warned = false;
			if (!this.waiting.isEmpty()) {
				watch();
			}
		}
	}

	private void warn(String why) {
		this.warned = true;
		String state = (this.running == 0) ? " gets no thread, so its jobs wait"
				: " is short of threads, it has " + this.running + " of " + this.concurrency;
		this.background.execute(() -> logger.warn(this.listener + state + ": its task executor " + why
				+ ". The executor needs at least as many threads as the concurrencies of all its listeners add up to"));
	}

}
