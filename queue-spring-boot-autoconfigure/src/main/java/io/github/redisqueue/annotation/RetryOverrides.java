package io.github.redisqueue.annotation;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The attributes of a {@link QueueListener} that override the properties for retries. A
 * component that is null leaves the choice to the properties.
 *
 * @param maxRetries the maximum number of retries, at least 0
 * @param delays the delays before retries
 * @param retryFor the only exceptions that are retried
 * @param neverRetry the exceptions that are not retried
 */
public record RetryOverrides(@Nullable Integer maxRetries, Delays delays,
		@Nullable List<Class<? extends Throwable>> retryFor, @Nullable List<Class<? extends Throwable>> neverRetry) {

	/** Overrides nothing. */
	public static final RetryOverrides NONE = new RetryOverrides(null, new Delays(null, null, null, null), null, null);

	/**
	 * The attributes of a {@link Backoff}. A component that is null leaves the choice to
	 * the properties.
	 *
	 * @param first the delay after the first failure
	 * @param multiplier the factor by which the delay grows with each further failure
	 * @param max the maximum delay
	 * @param jitter the maximum random deviation of the first delay
	 */
	public record Delays(@Nullable Duration first, @Nullable Double multiplier, @Nullable Duration max,
			@Nullable Duration jitter) {

	}

}
