package io.github.redisqueue.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Properties for the dead letters of a queue. Null means that the property is not set.
 */
class DeadLetterOptions {

	/**
	 * Maximum number of dead letters. If there are more, the oldest are deleted.
	 */
	private @Nullable Long maxLength;

	/**
	 * Maximum age of dead letters. Older ones are deleted by the next deep cleaning.
	 */
	private @Nullable Duration maxAge;

	/**
	 * Maximum number of characters of the stack trace that a dead letter contains.
	 */
	private @Nullable Integer stackTraceLength;

	public @Nullable Long getMaxLength() {
		return this.maxLength;
	}

	public void setMaxLength(@Nullable Long maxLength) {
		this.maxLength = maxLength;
	}

	public @Nullable Duration getMaxAge() {
		return this.maxAge;
	}

	public void setMaxAge(@Nullable Duration maxAge) {
		this.maxAge = maxAge;
	}

	public @Nullable Integer getStackTraceLength() {
		return this.stackTraceLength;
	}

	public void setStackTraceLength(@Nullable Integer stackTraceLength) {
		this.stackTraceLength = stackTraceLength;
	}

}
