package io.github.redisqueue.listener.thread;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;

import io.github.redisqueue.listener.ListenerTrouble;
import io.github.redisqueue.listener.job.Timer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Watches whether a listener gets the threads that it asks its task executor for, and
 * warns if not: at once if the executor refuses one, otherwise five to ten seconds later,
 * and as long as that lasts again and again, each time after twice the time, up to ten
 * minutes. Thread-safe.
 */
public final class ThreadShortage {

	private static final Log logger = LogFactory.getLog(ThreadShortage.class);

	private static final Duration FIRST = Duration.ofSeconds(5);

	private static final Duration LONGEST = Duration.ofMinutes(10);

	private final String listener;

	private volatile int concurrency;

	private final Timer timer;

	private final Executor background;

	/** The threads that have neither begun nor been refused, with their numbers. */
	private final Map<Object, Long> waiting = new LinkedHashMap<>();

	private int running;

	private long asked;

	/** How many threads had been asked for at the last look. */
	private long askedBefore;

	/** Why the executor refused a thread since the last warning. */
	private @Nullable String refusal;

	private @Nullable Duration pause;

	private boolean warned;

	/** Since when the listener has no thread though it asks for one, in nanoTime. */
	private @Nullable Long begin;

	/** Why it has none, if the executor refuses. */
	private @Nullable String lastRefusal;

	private boolean closed;

	/**
	 * Creates a watch.
	 * @param listener the listener, at the beginning of a sentence
	 * @param concurrency how many threads it asks for at most
	 * @param timer runs the looks
	 * @param background writes the log messages; an appender of the application may block
	 */
	ThreadShortage(String listener, int concurrency, Timer timer, Executor background) {
		this.listener = listener;
		this.concurrency = concurrency;
		this.timer = timer;
		this.background = background;
	}

	/**
	 * The listener asks for a thread.
	 * @return what identifies the thread
	 */
	synchronized Object asked() {
		Object thread = new Object();
		this.waiting.put(thread, this.asked++);
		if (this.running == 0 && this.begin == null) {
			this.begin = System.nanoTime();
		}
		watch();
		return thread;
	}

	synchronized void begun(Object thread) {
		if (this.waiting.remove(thread) != null) {
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
	synchronized void refused(Object thread, String why) {
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

	/** Changes how many threads the listener asks for at most. */
	void change(int threads) {
		this.concurrency = threads;
	}

	/** No longer warns. */
	synchronized void close() {
		this.closed = true;
		this.waiting.clear();
		this.begin = null;
	}

	/**
	 * Why the listener has no thread at all.
	 * @return the trouble, or null if it has one or has not asked for one
	 */
	synchronized @Nullable ListenerTrouble trouble() {
		return (this.begin == null) ? null
				: new ListenerTrouble(
						"its task executor "
								+ ((this.lastRefusal != null) ? this.lastRefusal : "does not start a thread"),
						this.begin);
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
		boolean waitsSinceLastLook = !this.waiting.isEmpty()
				&& this.waiting.values().iterator().next() < this.askedBefore;
		String why = (this.refusal != null) ? this.refusal
				: "has not started a thread within " + last.toSeconds() + " seconds";
		if (this.refusal != null || waitsSinceLastLook) {
			warn(why);
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
