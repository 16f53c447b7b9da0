package io.github.redisqueue.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The properties of all queues, and those of single queues that differ.
 */
@ConfigurationProperties("redis-queue")
class QueueProperties extends QueueOptions {

	/**
	 * What the keys of all queues begin with.
	 */
	private @Nullable String keyPrefix;

	/**
	 * Name of this running instance, unique among all that share a queue. By default made
	 * of the host name, the process id and a random part.
	 */
	private @Nullable String workerId;

	/**
	 * Options of single queues by their names, which count instead of those of all
	 * queues. A queue named here is cleaned and measured even if nothing else in this
	 * application uses it.
	 */
	private final Map<String, Queue> queues = new LinkedHashMap<>();

	public @Nullable String getKeyPrefix() {
		return this.keyPrefix;
	}

	public void setKeyPrefix(@Nullable String keyPrefix) {
		this.keyPrefix = keyPrefix;
	}

	public @Nullable String getWorkerId() {
		return this.workerId;
	}

	public void setWorkerId(@Nullable String workerId) {
		this.workerId = workerId;
	}

	public Map<String, Queue> getQueues() {
		return this.queues;
	}

	/**
	 * The properties of a single queue.
	 */
	static class Queue extends QueueOptions {

		/**
		 * What the keys of this queue begin with, without the colon that follows, in
		 * place of key prefix and name: to share a queue with other programs. On a Redis
		 * Cluster a part of it has to be in braces.
		 */
		private @Nullable String prefix;

		/**
		 * Name of another queue, which gets the jobs of this one as soon as they are due.
		 * No listener may be on this queue then.
		 */
		private @Nullable String forwardTo;

		public @Nullable String getPrefix() {
			return this.prefix;
		}

		public void setPrefix(@Nullable String prefix) {
			this.prefix = prefix;
		}

		public @Nullable String getForwardTo() {
			return this.forwardTo;
		}

		public void setForwardTo(@Nullable String forwardTo) {
			this.forwardTo = forwardTo;
		}

	}

}
