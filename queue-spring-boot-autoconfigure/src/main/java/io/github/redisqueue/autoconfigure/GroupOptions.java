package io.github.redisqueue.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * Properties for the groups of jobs in a queue. Null means that the property is not set.
 */
class GroupOptions {

	/**
	 * Whether jobs may have a group. Jobs of a group are leased in the order in which
	 * they were added. By default they may not.
	 */
	private @Nullable Boolean enabled;

	/**
	 * How many jobs of each group are ready, leased or retried at the same time, on all
	 * instances together. The others wait. By default 1.
	 */
	private @Nullable Integer maxOpen;

	/**
	 * How many jobs of each group become ready per time, evenly spaced, such as 10/s, 5/m
	 * or 30/10s. By default there is no limit.
	 */
	private @Nullable String rate;

	public @Nullable Boolean getEnabled() {
		return this.enabled;
	}

	public void setEnabled(@Nullable Boolean enabled) {
		this.enabled = enabled;
	}

	public @Nullable Integer getMaxOpen() {
		return this.maxOpen;
	}

	public void setMaxOpen(@Nullable Integer maxOpen) {
		this.maxOpen = maxOpen;
	}

	public @Nullable String getRate() {
		return this.rate;
	}

	public void setRate(@Nullable String rate) {
		this.rate = rate;
	}

}
