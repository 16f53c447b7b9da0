package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.Objects;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Lease;
import org.jspecify.annotations.Nullable;

/**
 * What is to become of a job that is held.
 *
 * @param kind what is to become of it
 * @param job the job
 * @param failed how its handler failed, if it did
 * @param thrown what its handler threw, if it failed
 */
record Settlement(Kind kind, InFlightJob job, @Nullable Failure failed, @Nullable Throwable thrown) {

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
		return Objects.requireNonNull(this.failed);
	}

	enum Kind {

		/** Its work is done. */
		COMPLETE,

		/** Its handler failed, and may succeed another time. */
		RETRY,

		/** Its handler failed, and will never succeed. */
		BURY,

		/** Its handler was not started. */
		RELEASE

	}

}
