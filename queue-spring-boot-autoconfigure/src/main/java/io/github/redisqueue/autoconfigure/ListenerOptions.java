package io.github.redisqueue.autoconfigure;

import java.time.Duration;

import io.github.redisqueue.listener.AckMode;
import org.jspecify.annotations.Nullable;

/**
 * What may be said about the listeners of a queue. Null stands for nothing said.
 */
class ListenerOptions {

	/**
	 * Whether listeners start with the application.
	 */
	private @Nullable Boolean autoStartup;

	/**
	 * How many jobs of a queue this application handles at a time.
	 */
	private @Nullable Integer concurrency;

	/**
	 * How many jobs more than that this application holds at most, ready for the next
	 * free handler. The faster the handlers, the more of this is used.
	 */
	private @Nullable Integer prefetch;

	/**
	 * How long to wait, up to a twentieth longer, before looking for jobs that no bell
	 * told of.
	 */
	private @Nullable Duration pollInterval;

	/**
	 * How long running handlers may go on when the application stops, before they are
	 * interrupted.
	 */
	private @Nullable Duration shutdownTimeout;

	/**
	 * When a job is completed: after its handler has returned, so that it is handled at
	 * least once, or before it begins, so that it is handled at most once.
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
