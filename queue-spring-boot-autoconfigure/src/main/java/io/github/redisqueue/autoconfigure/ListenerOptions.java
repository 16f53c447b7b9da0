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
	 * Number of jobs that a listener handles at the same time, or a range such as 1-10
	 * within which the number follows the backlog.
	 */
	private @Nullable String concurrency;

	/**
	 * Maximum number of further jobs that a listener prefetches. The listener adapts the
	 * number to the speed of its handler, up to this maximum.
	 */
	private @Nullable Integer prefetch;

	/**
	 * Maximum number of jobs in a batch, for handlers that take batches.
	 */
	private @Nullable Integer batchSize;

	/**
	 * Time for which the first job of a batch waits for others. With 0, a batch has the
	 * jobs that were leased together.
	 */
	private @Nullable Duration batchWait;

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
	 * before its handler is called (at-most-once handling), or when the handler
	 * acknowledges it (manual).
	 */
	private @Nullable AckMode ackMode;

	/**
	 * Time after the return of the handler after which a job that was not acknowledged
	 * has failed, in the ack mode manual.
	 */
	private @Nullable Duration ackTimeout;

	/**
	 * Time that the completion of a job may wait for the next call that leases, while
	 * more jobs are ready than are handled; 0 completes each job at once.
	 */
	private @Nullable Duration ackInterval;

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

	public @Nullable Duration getAckTimeout() {
		return this.ackTimeout;
	}

	public void setAckTimeout(@Nullable Duration ackTimeout) {
		this.ackTimeout = ackTimeout;
	}

	public @Nullable Duration getAckInterval() {
		return this.ackInterval;
	}

	public void setAckInterval(@Nullable Duration ackInterval) {
		this.ackInterval = ackInterval;
	}

	public @Nullable String getConcurrency() {
		return this.concurrency;
	}

	public void setConcurrency(@Nullable String concurrency) {
		this.concurrency = concurrency;
	}

	public @Nullable Integer getPrefetch() {
		return this.prefetch;
	}

	public void setPrefetch(@Nullable Integer prefetch) {
		this.prefetch = prefetch;
	}

	public @Nullable Integer getBatchSize() {
		return this.batchSize;
	}

	public void setBatchSize(@Nullable Integer batchSize) {
		this.batchSize = batchSize;
	}

	public @Nullable Duration getBatchWait() {
		return this.batchWait;
	}

	public void setBatchWait(@Nullable Duration batchWait) {
		this.batchWait = batchWait;
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
