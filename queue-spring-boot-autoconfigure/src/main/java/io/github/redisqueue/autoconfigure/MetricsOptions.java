package io.github.redisqueue.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * Properties for the metrics of a queue. Null means that the property is not set.
 */
class MetricsOptions {

	/**
	 * Whether to publish meters.
	 */
	private @Nullable Boolean enabled;

	public @Nullable Boolean getEnabled() {
		return this.enabled;
	}

	public void setEnabled(@Nullable Boolean enabled) {
		this.enabled = enabled;
	}

}
