package io.github.redisqueue.background;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.function.BooleanSupplier;

import io.github.redisqueue.LogText;
import org.jspecify.annotations.Nullable;

import org.springframework.util.backoff.BackOffExecution;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * Spaces out the attempts of an activity on a queue, or on one of its shards, while Redis
 * is unavailable or rejects calls. Thread-safe.
 *
 * @see Outages
 */
public final class OutageBackoff {

	private static final ExponentialBackOff BACKOFF = new ExponentialBackOff(100, 2);

	static {
		BACKOFF.setMaxInterval(1000);
		BACKOFF.setJitter(20);
	}

	/** The outage of the activity, which all its queues and their parts share. */
	private final Outages.Outage outage;

	private final String queue;

	/** The pauses of the failures since the last success, or null if there were none. */
	private @Nullable BackOffExecution pauses;

	/** Whether the outage knows of the failure. */
	private boolean told;

	private boolean ended;

	OutageBackoff(Outages.Outage outage, String queue) {
		this.outage = outage;
		this.queue = queue;
	}

	/** A back-off with pauses of its own for another part of the same activity. */
	public OutageBackoff another() {
		return new OutageBackoff(this.outage, this.queue);
	}

	/**
	 * Makes an attempt that returns whether it is known to have succeeded. Never throws,
	 * since an exception would silently end a repetition.
	 */
	public void attempt(BooleanSupplier attempt) {
		try {
			if (attempt.getAsBoolean()) {
				onSuccess();
			}
		}
		catch (Throwable ex) {
			onFailure(ex);
		}
	}

	/**
	 * Records a failed attempt, and returns the pause before the next one. Does not log
	 * it on an interrupted thread, because then the failure is intended.
	 */
	public synchronized Duration onFailure(Throwable failure) {
		if (this.pauses == null) {
			this.pauses = BACKOFF.start();
		}
		if (!this.ended && !Thread.currentThread().isInterrupted()) {
			this.outage.onFailure(this.queue, !this.told, OutageReason.cause(failure));
			this.told = true;
		}
		return Duration.ofMillis(this.pauses.nextBackOff());
	}

	/** Why an attempt failed, in one line, as the log of outages says it. */
	public static String reason(Throwable failure) {
		return LogText.of(OutageReason.of(OutageReason.cause(failure)));
	}

	/** What a call that begins an attempt returns, or its failure if it fails at once. */
	public static <T> CompletableFuture<T> begun(Supplier<CompletableFuture<T>> call) {
		try {
			return call.get();
		}
		catch (Throwable ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	/** Records that an attempt has succeeded, so that the next pause is short again. */
	public synchronized void onSuccess() {
		this.pauses = null;
		if (this.told) {
			this.told = false;
			this.outage.onSuccess(this.queue);
		}
	}

	/**
	 * The activity ends. If it was failing, the outage continues without it. Failures
	 * from now on are not logged.
	 */
	public synchronized void end() {
		this.ended = true;
		if (this.told) {
			this.told = false;
			this.outage.onEnd(this.queue);
		}
	}

}
