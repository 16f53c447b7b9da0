package io.github.redisqueue.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Properties for the cleaning of a queue. Null means that the property is not set.
 */
class CleanerOptions {

	/**
	 * Whether this application makes the jobs of crashed workers ready again.
	 */
	private @Nullable Boolean enabled;

	/**
	 * Interval between checks for expired leases. The job of a crashed worker is ready
	 * again after at most the lease time plus twice this interval.
	 */
	private @Nullable Duration lightInterval;

	/**
	 * Interval between checks of all data of a queue, which also remove leftovers.
	 */
	private @Nullable Duration deepInterval;

	public @Nullable Boolean getEnabled() {
		return this.enabled;
	}

	public void setEnabled(@Nullable Boolean enabled) {
		this.enabled = enabled;
	}

	public @Nullable Duration getLightInterval() {
		return this.lightInterval;
	}

	public void setLightInterval(@Nullable Duration lightInterval) {
		this.lightInterval = lightInterval;
	}

	public @Nullable Duration getDeepInterval() {
		return this.deepInterval;
	}

	public void setDeepInterval(@Nullable Duration deepInterval) {
		this.deepInterval = deepInterval;
	}

}
