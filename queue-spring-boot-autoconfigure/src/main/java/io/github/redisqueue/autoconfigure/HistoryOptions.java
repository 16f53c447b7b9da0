package io.github.redisqueue.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * Properties for the history of the jobs of a queue. Null means that the property is not
 * set.
 */
class HistoryOptions {

	/**
	 * Whether the queue keeps a history of all its jobs. Dead letters have the newest
	 * failures of their jobs in any case.
	 */
	private @Nullable Boolean enabled;

	/**
	 * Maximum number of jobs that have ended and whose history is kept, between 1 and
	 * 1000000.
	 */
	private @Nullable Integer maxJobs;

	public @Nullable Boolean getEnabled() {
		return this.enabled;
	}

	public void setEnabled(@Nullable Boolean enabled) {
		this.enabled = enabled;
	}

	public @Nullable Integer getMaxJobs() {
		return this.maxJobs;
	}

	public void setMaxJobs(@Nullable Integer maxJobs) {
		this.maxJobs = maxJobs;
	}

}
