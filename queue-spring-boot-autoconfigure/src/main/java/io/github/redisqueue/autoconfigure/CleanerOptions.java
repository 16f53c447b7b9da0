package io.github.redisqueue.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What may be said about the cleaning of a queue. Null stands for nothing said.
 */
class CleanerOptions {

	/**
	 * Whether this application brings back the jobs of vanished workers.
	 */
	private @Nullable Boolean enabled;

	/**
	 * How often to look at the jobs in progress. It adds to the lease time as the time
	 * within which the job of a vanished worker is ready again.
	 */
	private @Nullable Duration lightInterval;

	/**
	 * How often to look at everything that a queue keeps.
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
