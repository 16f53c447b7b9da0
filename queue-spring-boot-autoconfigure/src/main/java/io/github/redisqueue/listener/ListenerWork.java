package io.github.redisqueue.listener;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * What a listener does with the jobs of a queue. The times are those of the clock of this
 * machine, and begin with the last start of the listener.
 *
 * @param handling how many jobs are being handled now
 * @param lastHandled when a handler has last ended, successfully or not, or null if none
 * has
 * @param lastFailure the last failure of a handler, or null if none has failed
 * @param unanswered the call that leases or settles jobs and has had no reply for the
 * longest time, or null if none has been under way for more than a second
 * @param busy since when all handlers of the listener have been busy without an end, or
 * null if one is idle, or has begun or ended within the last minute
 */
public record ListenerWork(int handling, @Nullable Instant lastHandled, @Nullable Failed lastFailure,
		@Nullable ListenerTrouble unanswered, @Nullable ListenerTrouble busy) {

	static final ListenerWork NONE = new ListenerWork(0, null, null, null, null);

	/**
	 * A failure that counted: the job was to be retried or buried, or is not handled
	 * again as its queue handles jobs at most once.
	 *
	 * @param at when the handler failed
	 * @param job the id of the job
	 * @param exception the exception and its message
	 */
	public record Failed(Instant at, String job, String exception) {

	}

}
