package io.github.redisqueue.script;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * Tells a connection that has died silently from a server that is busy. If a firewall or
 * a failed host drops a connection, no end of the connection comes: its calls wait for
 * their timeout. So when a call has waited for a while, another connection runs a script
 * of its own. If that one gets a reply, and the call still gets none, the connection of
 * the call is replaced. A server that is busy, or that pauses its clients, does not reply
 * to the other connection either, so the call goes on waiting. Thread-safe.
 */
public final class SilenceWatch {

	/** How long a call waits before the connection is in doubt. */
	static final Duration PATIENCE = Duration.ofSeconds(2);

	/**
	 * How long after a connection that got no reply either another one is tried: it may
	 * have led to a primary that hangs, and the next one to another that took its place.
	 */
	static final Duration PAUSE = Duration.ofMillis(500);

	/** How much longer than that of the other connection a reply may take. */
	private static final Duration GRACE = Duration.ofMillis(200);

	private final AsyncEvaluator evaluator;

	private final ScheduledExecutorService timer;

	/** Runs tasks that may block. */
	private final Executor background;

	/** Replaces the connection; may block. */
	private final Runnable replace;

	/** How many replies have come. */
	private final AtomicLong replies = new AtomicLong();

	/** The calls in doubt: the last one of each node, known by a key. */
	private final Map<String, Doubt> doubts = new LinkedHashMap<>();

	/** Whether another connection is being tried, or its reply is yet to be judged. */
	private boolean probing;

	SilenceWatch(AsyncEvaluator evaluator, ScheduledExecutorService timer, Executor background, Runnable replace) {
		this.evaluator = evaluator;
		this.timer = timer;
		this.background = background;
		this.replace = replace;
	}

	/** A reply has come, to any call. */
	void onReply() {
		this.replies.incrementAndGet();
	}

	/** A call has waited for a while. As long as it waits, it is looked into again. */
	public synchronized void doubt(byte[] key, BooleanSupplier isWaiting) {
		String node = this.evaluator.isCluster() ? new String(key, StandardCharsets.ISO_8859_1) : "";
		this.doubts.put(node, new Doubt(key, isWaiting, this.replies.get()));
		next();
	}

	/** Probes for one doubt at a time, of those whose calls still wait. */
	private synchronized void next() {
		if (this.probing) {
			return;
		}
		this.doubts.values().removeIf((doubt) -> !doubt.isWaiting().getAsBoolean());
		if (this.doubts.isEmpty()) {
			return;
		}
		Doubt doubt = this.doubts.remove(this.doubts.keySet().iterator().next());
		try {
			this.background.execute(() -> probe(doubt));
			this.probing = true;
		}
		catch (RejectedExecutionException ex) {
			this.doubts.clear();
		}
	}

	private void probe(Doubt doubt) {
		boolean answered = false;
		try {
			answered = this.evaluator.repliesElsewhere(doubt.key());
		}
		finally {
			boolean judged = answered;
			later(() -> judge(doubt, judged), GRACE);
		}
	}

	/**
	 * Replies come in order, so on one connection a reply to any call shows that it
	 * lives. On a cluster it may be that of another node.
	 */
	private synchronized void judge(Doubt doubt, boolean repliesElsewhere) {
		this.probing = false;
		boolean silent = this.evaluator.isCluster() || this.replies.get() == doubt.replies();
		if (repliesElsewhere && silent && doubt.isWaiting().getAsBoolean()) {
			this.doubts.clear();
			this.background.execute(this.replace);
		}
		else if (doubt.isWaiting().getAsBoolean()) {
			// The probe may have failed for a passing reason, or the other reply was the
			// last.
			later(() -> doubt(doubt.key(), doubt.isWaiting()), repliesElsewhere ? PATIENCE : PAUSE);
		}
		next();
	}

	private void later(Runnable task, Duration delay) {
		try {
			this.timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (RejectedExecutionException ex) {
			// Nobody waits for calls of a runner that is closed.
		}
	}

	/** A call in doubt, by a key of it, and how many replies had come before. */
	private record Doubt(byte[] key, BooleanSupplier isWaiting, long replies) {

	}

}
