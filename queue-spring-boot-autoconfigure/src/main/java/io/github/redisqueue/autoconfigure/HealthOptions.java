package io.github.redisqueue.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Properties for the health of a queue. Null means that the property is not set.
 */
class HealthOptions {

	/**
	 * How long a listener must have been unable to lease jobs, or to get a thread for
	 * them, before the health of its queue is DOWN.
	 */
	private @Nullable Duration downAfter;

	public @Nullable Duration getDownAfter() {
		return this.downAfter;
	}

	public void setDownAfter(@Nullable Duration downAfter) {
		this.downAfter = downAfter;
	}

}
