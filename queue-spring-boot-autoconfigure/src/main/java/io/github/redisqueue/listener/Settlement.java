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
 */
record Settlement(Kind kind, InFlightJob job, @Nullable Failure recorded, @Nullable Throwable thrown) {

	static Settlement complete(InFlightJob job) {
		return new Settlement(Kind.COMPLETE, job, null, null);
	}

	static Settlement retry(InFlightJob job, Failure failure, Throwable thrown) {
		return new Settlement(Kind.RETRY, job, failure, thrown);
	}

	static Settlement bury(InFlightJob job, Cause cause, Throwable thrown) {
		return new Settlement(Kind.BURY, job, new Failure(Duration.ZERO, cause), thrown);
	}

	static Settlement release(InFlightJob job) {
		return new Settlement(Kind.RELEASE, job, null, null);
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
		RELEASE

	}

}
