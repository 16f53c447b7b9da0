package io.github.redisqueue.listener;

import java.time.Duration;

import org.springframework.core.retry.RetryPolicy;

/**
 * Settings of a listener that waits for nothing but the bell, except where a test says
 * otherwise.
 */
final class TestSettings {

	private int concurrency = 2;

	private int prefetch = 50;

	private Duration pollInterval = Duration.ofMinutes(1);

	private Duration shutdownTimeout = Duration.ofSeconds(2);

	private RetryPolicy retryPolicy = RetryPolicy.builder().delay(Duration.ofMillis(10)).build();

	private AckMode ackMode = AckMode.AFTER;

	TestSettings concurrency(int concurrency) {
		this.concurrency = concurrency;
		return this;
	}

	TestSettings prefetch(int prefetch) {
		this.prefetch = prefetch;
		return this;
	}

	TestSettings pollInterval(Duration pollInterval) {
		this.pollInterval = pollInterval;
		return this;
	}

	TestSettings shutdownTimeout(Duration shutdownTimeout) {
		this.shutdownTimeout = shutdownTimeout;
		return this;
	}

	TestSettings retryPolicy(RetryPolicy retryPolicy) {
		this.retryPolicy = retryPolicy;
		return this;
	}

	TestSettings ackMode(AckMode ackMode) {
		this.ackMode = ackMode;
		return this;
	}

	ListenerSettings build() {
		return new ListenerSettings(this.concurrency, this.prefetch, this.pollInterval, this.shutdownTimeout,
				this.ackMode, new RetrySettings(this.retryPolicy, 100));
	}

}
