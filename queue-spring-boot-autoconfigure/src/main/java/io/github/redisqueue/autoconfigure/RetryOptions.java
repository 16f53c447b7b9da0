package io.github.redisqueue.autoconfigure;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What may be said about failed jobs. Null stands for nothing said.
 */
class RetryOptions {

	/**
	 * How many failures of a job are followed by a retry. The next one makes it a dead
	 * letter.
	 */
	private @Nullable Integer maxRetries;

	/**
	 * How many times a worker may vanish with a job. The next time makes it a dead
	 * letter.
	 */
	private @Nullable Integer maxCrashes;

	/**
	 * How long a job rests after its first failure.
	 */
	private @Nullable Duration delay;

	/**
	 * By what the delay is multiplied with each further failure.
	 */
	private @Nullable Double multiplier;

	/**
	 * How long a job rests at most.
	 */
	private @Nullable Duration maxDelay;

	/**
	 * How much longer or shorter a delay may be, at random. It grows with the delay.
	 */
	private @Nullable Duration jitter;

	/**
	 * Exceptions, also as causes of others, after which a job becomes a dead letter at
	 * once.
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

}
