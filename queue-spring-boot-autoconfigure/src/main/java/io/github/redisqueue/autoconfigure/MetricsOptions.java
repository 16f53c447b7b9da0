package io.github.redisqueue.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Properties for the metrics of a queue. Null means that the property is not set.
 */
class MetricsOptions {

	/**
	 * Whether to publish meters.
	 */
	private @Nullable Boolean enabled;

	/**
	 * How long the gauges use cached counts before they are read from Redis again.
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
