package io.github.redisqueue.listener;

import java.time.Instant;

import io.github.redisqueue.LogText;
import org.jspecify.annotations.Nullable;

/**
 * Remembers when a handler has last ended and failed on the jobs of a queue. Thread-safe.
 */
final class ListenerProgress {

	/** In ms since 1970, a number so that the end of a job creates no object. */
	private volatile long lastHandled;

	private volatile ListenerWork.@Nullable Failed lastFailure;

	/**
	 * A handler has ended.
	 * @param job its job
	 * @param failure the exception for which the job is retried, buried or dropped, or
	 * null
	 */
	void handled(InFlightJob job, @Nullable Throwable failure) {
		long now = System.currentTimeMillis();
		if (failure != null) {
			this.lastFailure = new ListenerWork.Failed(Instant.ofEpochMilli(now), job.lease().id(),
					LogText.shortened(failure.toString()));
		}
		this.lastHandled = now;
	}

	ListenerWork work(int handling, @Nullable ListenerTrouble unanswered, @Nullable ListenerTrouble busy) {
		long last = this.lastHandled;
		return new ListenerWork(handling, (last > 0) ? Instant.ofEpochMilli(last) : null, this.lastFailure, unanswered,
				busy);
	}

}
