package io.github.redisqueue.listener;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Lease;
import io.github.redisqueue.observation.ReadyTime;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Decides what becomes of a job whose handler has thrown an exception. A
 * {@link ReleaseException} decides first, then the application's error handler, then a
 * {@link PostponeException}, then the retry policy. Thread-safe. Internal.
 */
public final class FailureDecisions {

	private static final Log logger = LogFactory.getLog(FailureDecisions.class);

	private static final int MAX_CAUSES = 100;

	private final RetrySettings retry;

	private final @Nullable JobErrorHandler errorHandler;

	private final int maxRetries;

	/**
	 * Creates an instance.
	 * @param retry the settings of the listener
	 * @param errorHandler the error handler of all listeners, or null
	 * @param maxRetries how many retries the queue allows
	 */
	public FailureDecisions(RetrySettings retry, @Nullable JobErrorHandler errorHandler, int maxRetries) {
		this.retry = retry;
		Integer ownRetries = retry.maxRetries();
		this.maxRetries = (ownRetries != null) ? Math.min(ownRetries, maxRetries) : maxRetries;
		JobErrorHandler own = retry.errorHandler();
		this.errorHandler = (own != null) ? own : errorHandler;
	}

	/**
	 * {@return what becomes of a job, also if the error handler or the retry policy
	 * throws}
	 * @param lease the lease of the job
	 * @param thrown the exception of the handler
	 * @param scope runs something so that its log lines name the job
	 */
	public Decision decide(Lease lease, Throwable thrown, Consumer<Runnable> scope) {
		try {
			if (thrown instanceof ReleaseException) {
				return Decision.RELEASE;
			}
			ErrorResolution resolution = (this.errorHandler != null) ? this.errorHandler.resolve(lease, thrown)
					: ErrorResolution.byPolicy();
			return switch (resolution.action()) {
				case COMPLETE -> Decision.COMPLETE;
				case BURY -> bury(thrown);
				case RETRY -> retry(lease, resolution.delay(), thrown);
				case POSTPONE -> postpone(lease, resolution.delay(), this.retry.maxPostponed(), thrown, scope);
				case BY_POLICY -> byPolicy(lease, thrown, scope);
			};
		}
		catch (Throwable ex) {
			return afterBrokenCode(lease, thrown, ex, scope);
		}
	}

	private Decision byPolicy(Lease lease, Throwable thrown, Consumer<Runnable> scope) {
		PostponeException postponed = cause(thrown, PostponeException.class);
		if (postponed != null && mayPostpone(lease, postponed, scope)) {
			Duration limit = (postponed instanceof UnknownJobTypeException) ? UnknownJobTypeException.TIMEOUT
					: this.retry.maxPostponed();
			return postpone(lease, postponed.delay(), limit, thrown, scope);
		}
		return this.retry.policy().shouldRetry(thrown) ? retry(lease, this.retry.delay(lease), thrown) : bury(thrown);
	}

	/** A subclass may say anything. */
	private static boolean mayPostpone(Lease lease, PostponeException postponed, Consumer<Runnable> scope) {
		try {
			ErrorResolution.checked(postponed.delay());
			return true;
		}
		catch (IllegalArgumentException ex) {
			scope.accept(() -> logger.error(StringUtils.capitalize(describe(lease)) + " is not postponed. "
					+ ex.getMessage() + ". This counts as a failure"));
			return false;
		}
	}

	private static String describe(Lease lease) {
		return BuriedJobNotifier.describe(lease.id(), lease.queue()) + " (attempt " + lease.attempt() + ")";
	}

	private Decision bury(Throwable thrown) {
		return Decision.bury(this.retry.cause(Cause.Reason.NOT_RETRYABLE, thrown), thrown);
	}

	private Decision retry(Lease lease, Duration delay, Throwable thrown) {
		return retry(lease, delay, this.retry.cause(Cause.Reason.FAILURES, thrown), thrown);
	}

	/** The queue knows its own limit, but not those of the listener and of the job. */
	private Decision retry(Lease lease, Duration delay, Cause cause, @Nullable Throwable thrown) {
		boolean last = lease.failures() >= OwnRetries.maxRetries(lease.job(), this.maxRetries);
		return last ? Decision.bury(cause, thrown) : Decision.retry(delay, cause, thrown);
	}

	private Decision postpone(Lease lease, Duration delay, @Nullable Duration limit, Throwable thrown,
			Consumer<Runnable> scope) {
		if (!mayBePostponed(lease, limit)) {
			return retry(lease, this.retry.delay(lease), thrown);
		}
		scope
			.accept(() -> logger.debug(StringUtils.capitalize(describe(lease)) + " is postponed for " + delay, thrown));
		return Decision.postpone(delay);
	}

	/** By the clocks of the sender and of this machine. */
	private static boolean mayBePostponed(Lease lease, @Nullable Duration limit) {
		if (limit == null) {
			return true;
		}
		Instant sent = ReadyTime.of(lease.job());
		return sent != null && sent.plus(limit).isAfter(Instant.now());
	}

	private Decision afterBrokenCode(Lease lease, Throwable thrown, Throwable broken, Consumer<Runnable> scope) {
		scope.accept(() -> logger.error(
				"The error handler or the retry policy failed with an exception of the handler of " + describe(lease),
				BrokenException.orSound(broken)));
		Throwable recorded = new BrokenException(thrown,
				"the error handler or the retry policy failed with it: " + broken.getClass().getName());
		return retry(lease, RetrySettings.DEFAULT_DELAY, Cause.of(Cause.Reason.FAILURES, recorded.getMessage()),
				recorded);
	}

	/**
	 * {@return what becomes of a job whose handler asks for a retry}
	 * @param lease the lease of the job
	 * @param delay the delay
	 * @throws IllegalArgumentException if the delay is out of range
	 */
	public Decision retry(Lease lease, Duration delay) {
		return retry(lease, ErrorResolution.checked(delay),
				Cause.of(Cause.Reason.FAILURES, "The handler asked for a retry"), null);
	}

	/**
	 * {@return the failures that the first {@link FailedJobsException} in the chain of
	 * causes names, by the positions of their jobs, or none}
	 * @param thrown the exception of the handler of a batch
	 * @param batch the leases of its jobs
	 */
	public static Map<Integer, Throwable> named(Throwable thrown, List<Lease> batch) {
		FailedJobsException named = cause(BrokenException.orSound(thrown), FailedJobsException.class);
		Map<Integer, Throwable> failures = (named != null) ? named.failures(batch) : null;
		return (failures != null) ? failures : Map.of();
	}

	/**
	 * {@return whether a {@link PostponeException} is in the chain of causes}
	 * @param thrown the exception of the handler
	 */
	public static boolean isPostponement(Throwable thrown) {
		return cause(thrown, PostponeException.class) != null;
	}

	/**
	 * {@return whether the handler gives its jobs back at once, in their order}
	 * @param thrown the exception of the handler
	 */
	public static boolean isRelease(@Nullable Throwable thrown) {
		return thrown instanceof ReleaseException;
	}

	/** The first exception of a type in a chain of causes, or null. */
	private static <E extends Throwable> @Nullable E cause(Throwable thrown, Class<E> type) {
		return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause)
			.limit(MAX_CAUSES)
			.filter(type::isInstance)
			.map(type::cast)
			.findFirst()
			.orElse(null);
	}

}
