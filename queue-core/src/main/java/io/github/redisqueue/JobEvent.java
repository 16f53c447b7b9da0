package io.github.redisqueue;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Something that happened to a job. Immutable.
 *
 * @param at when, by the clock of the Redis server, in whole milliseconds
 * @param kind what happened
 * @param worker the id of the worker that did it, or that crashed; null if it is not
 * known. Cut after 100 bytes
 * @param detail what else is known, such as the exception of a handler; null if there is
 * nothing. Cut after 200 bytes, in a queue without a history after 80
 */
public record JobEvent(Instant at, Kind kind, @Nullable String worker, @Nullable String detail) {

	/**
	 * What can happen to a job. Later versions may add kinds.
	 */
	public enum Kind {

		/** The job was added, or replaced the one that had its id. */
		ADDED,

		/** The worker leased the job. */
		LEASED,

		/** The worker handed the job back without a failure. */
		RELEASED,

		/** The worker handed the job back, to be ready again after a delay. */
		POSTPONED,

		/**
		 * A handler of the worker failed on the job; the detail is the class and the
		 * message of the exception. The job is retried, unless a burial follows.
		 */
		FAILED,

		/**
		 * The lease expired, and the job became ready again. The worker is the one that
		 * crashed, if its handler had begun.
		 */
		RECLAIMED,

		/** The job became ready, or is to become ready, at another time. */
		RESCHEDULED,

		/** The job was completed. */
		COMPLETED,

		/** The job was cancelled. */
		CANCELLED,

		/**
		 * The job became a dead letter; the detail begins with the
		 * {@linkplain Cause.Reason reason}.
		 */
		BURIED,

		/** The job was put back from the dead letters. */
		REDRIVEN,

		/**
		 * Something that this version does not know; the detail begins with the name of
		 * its kind.
		 */
		OTHER

	}

}
