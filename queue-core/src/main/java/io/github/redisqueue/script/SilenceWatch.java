package io.github.redisqueue.script;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Tells a connection that has died silently from a server that is busy. If a firewall or
 * a failed host drops a connection, no end of the connection comes: its calls wait for
 * their timeout. So when a call has waited for a while, another connection runs a script
 * of its own. If that one gets a reply, and the call still gets none, the connection of
 * the call is replaced. A server that is busy, or that pauses its clients, does not reply
 * to the other connection either, so the call goes on waiting. Thread-safe.
 */
final class SilenceWatch {

	/** How long a call waits before the connection is in doubt. */
	static final Duration PATIENCE = Duration.ofSeconds(2);

	/** How much longer than that of the other connection a reply may take. */
	private static final Duration GRACE = Duration.ofMillis(200);

	private final AsyncEvaluator evaluator;

	private final ScheduledExecutorService timer;

	private final Executor background;

	private final Runnable replace;

	/** The calls in doubt, each of which says whether it still waits for its reply. */
	private final Set<BooleanSupplier> waiting = ConcurrentHashMap.newKeySet();

	private final AtomicBoolean probing = new AtomicBoolean();

	/**
	 * Creates a watch.
	 * @param evaluator runs a script over another connection
	 * @param timer runs short tasks later
	 * @param background runs tasks that may block
	 * @param replace replaces the connection; may block
	 */
	SilenceWatch(AsyncEvaluator evaluator, ScheduledExecutorService timer, Executor background, Runnable replace) {
		this.evaluator = evaluator;
		this.timer = timer;
		this.background = background;
		this.replace = replace;
	}

	/**
	 * A call has waited for {@link #PATIENCE}.
	 * @param key a key of the call
	 * @param isWaiting whether the call still waits for its reply
	 */
	void doubt(byte[] key, BooleanSupplier isWaiting) {
		this.waiting.add(isWaiting);
		if (this.probing.compareAndSet(false, true)) {
			try {
				this.background.execute(() -> probe(key));
			}
			catch (RejectedExecutionException ex) {
				judge(false);
			}
		}
	}

	private void probe(byte[] key) {
		boolean replies = false;
		try {
			replies = this.evaluator.repliesElsewhere(key);
		}
		finally {
			boolean judged = replies;
			try {
				this.timer.schedule(() -> judge(judged), GRACE.toNanos(), TimeUnit.NANOSECONDS);
			}
			catch (RejectedExecutionException ex) {
				judge(false);
			}
		}
	}

	private void judge(boolean repliesElsewhere) {
		List<BooleanSupplier> asked = List.copyOf(this.waiting);
		asked.forEach(this.waiting::remove);
		this.probing.set(false);
		if (repliesElsewhere && asked.stream().anyMatch(BooleanSupplier::getAsBoolean)) {
			this.background.execute(this.replace);
		}
	}

}
