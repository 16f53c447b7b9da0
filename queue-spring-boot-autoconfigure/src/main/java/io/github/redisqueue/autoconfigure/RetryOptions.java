package io.github.redisqueue.autoconfigure;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Properties for retries. Null means that the property is not set.
 */
class RetryOptions {

	/**
	 * Maximum number of retries after failures of the handler. The job becomes a dead
	 * letter after the next failure.
	 */
	private @Nullable Integer maxRetries;

	/**
	 * Maximum number of times that a worker may crash while it holds a job. The job
	 * becomes a dead letter after the next crash.
	 */
	private @Nullable Integer maxCrashes;

	/**
	 * Delay before the first retry of a job.
	 */
	private @Nullable Duration delay;

	/**
	 * Factor by which the delay grows with each further failure.
	 */
	private @Nullable Double multiplier;

	/**
	 * Maximum delay before a retry.
	 */
	private @Nullable Duration maxDelay;

	/**
	 * Maximum random deviation of the first delay. It grows with the delay.
	 */
	private @Nullable Duration jitter;

	/**
	 * The only exceptions after which a job is retried. Subclasses and exceptions with
	 * such a cause are included. All exceptions are retried by default.
	 */
	private @Nullable List<Class<? extends Throwable>> retryFor;

	/**
	 * Time since a job was sent after which postponing it counts as a failure. By default
	 * there is no limit.
	 */
	private @Nullable Duration maxPostponed;

	/**
	 * Exceptions after which a job becomes a dead letter without a retry. Subclasses and
	 * exceptions with such a cause are included.
	 */
	private @Nullable List<Class<? extends Throwable>> neverRetry;

	public @Nullable Integer getMaxRetries() {
		return this.maxRetries;
	}

	public void setMaxRetries(@Nullable Integer maxRetries) {
		this.maxRetries = maxRetries;
	}

	public @Nullable Integer getMaxCrashes() {
		return this.maxCrashes;
	}

	public void setMaxCrashes(@Nullable Integer maxCrashes) {
		this.maxCrashes = maxCrashes;
	}

	public @Nullable Duration getDelay() {
		return this.delay;
	}

	public void setDelay(@Nullable Duration delay) {
		this.delay = delay;
	}

	public @Nullable Double getMultiplier() {
		return this.multiplier;
	}

	public void setMultiplier(@Nullable Double multiplier) {
		this.multiplier = multiplier;
	}

	public @Nullable Duration getMaxDelay() {
		return this.maxDelay;
	}

	public void setMaxDelay(@Nullable Duration maxDelay) {
		this.maxDelay = maxDelay;
	}

	public @Nullable Duration getJitter() {
		return this.jitter;
	}

	public void setJitter(@Nullable Duration jitter) {
		this.jitter = jitter;
	}

	public @Nullable List<Class<? extends Throwable>> getNeverRetry() {
		return this.neverRetry;
	}

	public void setNeverRetry(@Nullable List<Class<? extends Throwable>> neverRetry) {
		this.neverRetry = neverRetry;
	}

	public @Nullable List<Class<? extends Throwable>> getRetryFor() {
		return this.retryFor;
	}

	public void setRetryFor(@Nullable List<Class<? extends Throwable>> retryFor) {
		this.retryFor = retryFor;
	}

	public @Nullable Duration getMaxPostponed() {
		return this.maxPostponed;
	}

	public void setMaxPostponed(@Nullable Duration maxPostponed) {
		this.maxPostponed = maxPostponed;
	}

}
