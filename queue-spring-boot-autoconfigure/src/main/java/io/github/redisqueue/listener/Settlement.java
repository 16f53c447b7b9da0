package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.Objects;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Lease;
import org.jspecify.annotations.Nullable;

/**
 * How to settle a job.
 *
 * @param kind the operation
 * @param job the job
 * @param recorded the failure to record, if the handler failed
 * @param thrown the exception of the handler, if it failed
 * @param postponed for how long the job is postponed, else zero
 */
record Settlement(Kind kind, InFlightJob job, @Nullable Failure recorded, @Nullable Throwable thrown,
		Duration postponed) {

	static Settlement complete(InFlightJob job) {
		return new Settlement(Kind.COMPLETE, job, null, null, Duration.ZERO);
	}

	static Settlement retry(InFlightJob job, Failure failure, Throwable thrown) {
		return new Settlement(Kind.RETRY, job, failure, thrown, Duration.ZERO);
	}

	static Settlement bury(InFlightJob job, Cause cause, Throwable thrown) {
		return new Settlement(Kind.BURY, job, new Failure(Duration.ZERO, cause), thrown, Duration.ZERO);
	}

	static Settlement release(InFlightJob job) {
		return new Settlement(Kind.RELEASE, job, null, null, Duration.ZERO);
	}

	static Settlement postpone(InFlightJob job, Duration delay) {
		return new Settlement(Kind.POSTPONE, job, null, null, delay);
	}

	Lease lease() {
		return this.job.lease();
	}

	Failure failure() {
		return Objects.requireNonNull(this.recorded);
	}

	enum Kind {

		/** The handler has returned. */
		COMPLETE,

		/** The handler failed, and the job is retried after a delay. */
		RETRY,

		/** The handler failed with an exception that is not retried. */
		BURY,

		/** The handler was not called. */
		RELEASE,

		/** The handler was not called, and is to be called later. */
		POSTPONE

	}

}
