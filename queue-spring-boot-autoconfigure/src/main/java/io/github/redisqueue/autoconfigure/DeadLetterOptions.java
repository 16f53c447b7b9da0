package io.github.redisqueue.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What may be said about the dead letters of a queue. Null stands for nothing said.
 */
class DeadLetterOptions {

	/**
	 * How many dead letters are kept at most. The oldest go first.
	 */
	private @Nullable Long maxLength;

	/**
	 * How long dead letters are kept; older ones go with the next deep cleaning.
	 */
	private @Nullable Duration maxAge;

	/**
	 * How many characters of a stack trace are kept.
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
