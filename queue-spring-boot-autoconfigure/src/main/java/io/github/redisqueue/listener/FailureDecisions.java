package io.github.redisqueue.listener;

import java.time.Duration;
import java.time.Instant;

import io.github.redisqueue.Lease;
import io.github.redisqueue.metrics.ReadyTime;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Decides how to settle a job whose handler has thrown an exception. A
 * {@link ReleaseException} decides first, then the application's error handler, then a
 * {@link PostponeException}, then the retry policy. Thread-safe.
 */
final class FailureDecisions {

	private static final Log logger = LogFactory.getLog(FailureDecisions.class);

	private static final int MAX_CAUSES = 100;

	private final RetrySettings retry;

	private final @Nullable JobErrorHandler errorHandler;

	private final int maxRetries;

	FailureDecisions(ListenerSettings settings, HandlerExtensions extensions, int maxRetries) {
		this.retry = settings.retry();
		Integer ownRetries = this.retry.maxRetries();
		this.maxRetries = (ownRetries != null) ? Math.min(ownRetries, maxRetries) : maxRetries;
		JobErrorHandler own = this.retry.errorHandler();
		this.errorHandler = (own != null) ? own : extensions.errorHandler();
	}

	/**
	 * Decides about a failure. Never throws what the error handler or the retry policy
	 * throws.
	 */
	Settlement settlement(InFlightJob job, Throwable thrown) {
		try {
			return limited(decide(job, thrown));
		}
		catch (Throwable ex) {
			return afterBrokenCode(job, thrown, ex);
		}
	}

	/** The queue knows its own limit, but not those of the listener and of the job. */
	private Settlement limited(Settlement settlement) {
		Throwable thrown = settlement.thrown();
		boolean last = settlement.kind() == Settlement.Kind.RETRY && isLast(settlement.lease());
		return (last && thrown != null) ? Settlement.bury(settlement.job(), settlement.failure().cause(), thrown)
				: settlement;
	}

	private boolean isLast(Lease lease) {
		return lease.failures() >= OwnRetries.maxRetries(lease.job(), this.maxRetries);
	}

	/**
	 * How a settlement ends the handling. A failure that is one too many lets the queue
	 * bury the job.
	 */
	String outcome(Settlement settlement) {
		return switch (settlement.kind()) {
			case COMPLETE -> "complete";
			case BURY -> "bury";
			case RETRY -> isLast(settlement.lease()) ? "bury" : "retry";
			case POSTPONE -> "postpone";
			case RELEASE -> "release";
		};
	}

	private Settlement decide(InFlightJob job, Throwable thrown) {
		if (thrown instanceof ReleaseException) {
			return Settlement.release(job);
		}
		ErrorResolution resolution = (this.errorHandler != null) ? this.errorHandler.resolve(job.lease(), thrown)
				: ErrorResolution.byPolicy();
		return switch (resolution.action()) {
			case COMPLETE -> Settlement.complete(job);
			case BURY -> bury(job, thrown);
			case RETRY -> Settlement.retry(job, this.retry.failure(resolution.delay(), thrown), thrown);
			case POSTPONE -> postpone(job, resolution.delay(), this.retry.maxPostponed(), thrown);
			case BY_POLICY -> byPolicy(job, thrown);
		};
	}

	private Settlement byPolicy(InFlightJob job, Throwable thrown) {
		PostponeException postponed = cause(thrown, PostponeException.class);
		if (postponed != null && mayPostpone(job, postponed)) {
			Duration limit = (postponed instanceof UnknownJobTypeException) ? UnknownJobTypeException.TIMEOUT
					: this.retry.maxPostponed();
			return postpone(job, postponed.delay(), limit, thrown);
		}
		return this.retry.isRetryable(thrown) ? Settlement.retry(job, this.retry.failure(job.lease(), thrown), thrown)
				: bury(job, thrown);
	}

	/** A subclass may say anything. */
	private static boolean mayPostpone(InFlightJob job, PostponeException postponed) {
		try {
			ErrorResolution.checked(postponed.delay());
			return true;
		}
		catch (IllegalArgumentException ex) {
			job.log(() -> logger.error(job + " is not postponed. " + ex.getMessage() + ". This counts as a failure"));
			return false;
		}
	}

	private Settlement bury(InFlightJob job, Throwable thrown) {
		return Settlement.bury(job, this.retry.cause(thrown), thrown);
	}

	private Settlement postpone(InFlightJob job, Duration delay, @Nullable Duration limit, Throwable thrown) {
		if (mayBePostponed(job.lease(), limit)) {
			job.log(() -> logger.debug(job + " is postponed for " + delay, thrown));
			return Settlement.postpone(job, delay);
		}
		return Settlement.retry(job, this.retry.failure(job.lease(), thrown), thrown);
	}

	/** By the clocks of the sender and of this machine. */
	private static boolean mayBePostponed(Lease lease, @Nullable Duration limit) {
		if (limit == null) {
			return true;
		}
		Instant sent = ReadyTime.of(lease.job());
		return sent != null && sent.plus(limit).isAfter(Instant.now());
	}

	/** The first exception of a type in a chain of causes, or null. */
	static <E extends Throwable> @Nullable E cause(Throwable thrown, Class<E> type) {
		Throwable cause = thrown;
		for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
			if (type.isInstance(cause)) {
				return type.cast(cause);
			}
			cause = cause.getCause();
		}
		return null;
	}

	private static Settlement afterBrokenCode(InFlightJob job, Throwable thrown, Throwable broken) {
		job.log(() -> logger.error(
				"The error handler or the retry policy failed with an exception of the handler of " + job,
				BrokenException.orSound(broken)));
		Throwable recorded = new BrokenException(thrown,
				"the error handler or the retry policy failed with it: " + broken.getClass().getName());
		return Settlement.retry(job, RetrySettings.failureWithoutPolicy(recorded), recorded);
	}

}
