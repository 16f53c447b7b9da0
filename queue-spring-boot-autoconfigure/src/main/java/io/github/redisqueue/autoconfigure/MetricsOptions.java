package io.github.redisqueue.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What may be said about the metrics of a queue. Null stands for nothing said.
 */
class MetricsOptions {

	/**
	 * Whether to publish meters.
	 */
	private @Nullable Boolean enabled;

	/**
	 * For how long the gauges show the same counts before Redis is asked again.
	 */
	private @Nullable Duration refreshInterval;

	public @Nullable Boolean getEnabled() {
		return this.enabled;
	}

	public void setEnabled(@Nullable Boolean enabled) {
		this.enabled = enabled;
	}

	public @Nullable Duration getRefreshInterval() {
		return this.refreshInterval;
	}

	public void setRefreshInterval(@Nullable Duration refreshInterval) {
		this.refreshInterval = refreshInterval;
	}

}
