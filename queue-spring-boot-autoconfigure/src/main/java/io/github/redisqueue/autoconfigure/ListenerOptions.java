package io.github.redisqueue.autoconfigure;

import java.time.Duration;

import io.github.redisqueue.listener.AckMode;
import org.jspecify.annotations.Nullable;

/**
 * Properties for the listeners of a queue. Null means that the property is not set.
 */
class ListenerOptions {

	/**
	 * Whether listeners start with the application.
	 */
	private @Nullable Boolean autoStartup;

	/**
	 * Number of jobs that a listener handles at the same time.
	 */
	private @Nullable Integer concurrency;

	/**
	 * Maximum number of further jobs that a listener leases in advance. The listener
	 * adapts the number to the speed of its handler, up to this maximum.
	 */
	private @Nullable Integer prefetch;

	/**
	 * Interval, extended by up to 5 percent, between checks for jobs that were added
	 * without a notification.
	 */
	private @Nullable Duration pollInterval;

	/**
	 * How long the application waits for running handlers when it stops, before it
	 * interrupts them.
	 */
	private @Nullable Duration shutdownTimeout;

	/**
	 * When a job is completed: after its handler has returned (at-least-once handling),
	 * or before its handler is called (at-most-once handling).
	 */
	private @Nullable AckMode ackMode;

	public @Nullable Boolean getAutoStartup() {
		return this.autoStartup;
	}

	public void setAutoStartup(@Nullable Boolean autoStartup) {
		this.autoStartup = autoStartup;
	}

	public @Nullable AckMode getAckMode() {
		return this.ackMode;
	}

	public void setAckMode(@Nullable AckMode ackMode) {
		this.ackMode = ackMode;
	}

	public @Nullable Integer getConcurrency() {
		return this.concurrency;
	}

	public void setConcurrency(@Nullable Integer concurrency) {
		this.concurrency = concurrency;
	}

	public @Nullable Integer getPrefetch() {
		return this.prefetch;
	}

	public void setPrefetch(@Nullable Integer prefetch) {
		this.prefetch = prefetch;
	}

	public @Nullable Duration getPollInterval() {
		return this.pollInterval;
	}

	public void setPollInterval(@Nullable Duration pollInterval) {
		this.pollInterval = pollInterval;
	}

	public @Nullable Duration getShutdownTimeout() {
		return this.shutdownTimeout;
	}

	public void setShutdownTimeout(@Nullable Duration shutdownTimeout) {
		this.shutdownTimeout = shutdownTimeout;
	}

}
