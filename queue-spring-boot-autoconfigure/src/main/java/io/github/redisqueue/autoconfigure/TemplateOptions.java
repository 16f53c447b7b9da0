package io.github.redisqueue.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * Properties for sending. Null means that the property is not set.
 */
class TemplateOptions {

	/**
	 * Whether jobs that are sent in a transaction are sent after its commit, and not at
	 * all after a rollback. A single request may say otherwise.
	 */
	private @Nullable Boolean afterCommit;

	public @Nullable Boolean getAfterCommit() {
		return this.afterCommit;
	}

	public void setAfterCommit(@Nullable Boolean afterCommit) {
		this.afterCommit = afterCommit;
	}

}
