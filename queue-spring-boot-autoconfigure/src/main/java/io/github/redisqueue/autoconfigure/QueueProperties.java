package io.github.redisqueue.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;

/**
 * Properties for all queues, and for single queues that differ.
 */
@ConfigurationProperties("redis-queue")
class QueueProperties extends QueueOptions {

	/**
	 * Prefix of the keys of all queues.
	 */
	private @Nullable String keyPrefix;

	/**
	 * Id of this instance, unique among all instances that use the same queues. By
	 * default generated from the host name, the process id and a random number.
	 */
	private @Nullable String workerId;

	/**
	 * Total size of the payloads of leased jobs from which on a listener of this
	 * application that holds jobs leases no more. By default a sixteenth of the maximum
	 * heap.
	 */
	private @Nullable DataSize prefetchMemory;

	/**
	 * Properties of single queues by name. They override the properties for all queues. A
	 * queue that is listed here is cleaned and has metrics even if this application does
	 * not use it otherwise.
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

	public @Nullable DataSize getPrefetchMemory() {
		return this.prefetchMemory;
	}

	public void setPrefetchMemory(@Nullable DataSize prefetchMemory) {
		this.prefetchMemory = prefetchMemory;
	}

	public Map<String, Queue> getQueues() {
		return this.queues;
	}

	/**
	 * Properties of a single queue.
	 */
	static class Queue extends QueueOptions {

		/**
		 * Prefix of the keys of this queue, without the colon that follows. It replaces
		 * the key prefix and the name, to share the queue with other programs. On a Redis
		 * Cluster it must contain a hash tag in braces.
		 */
		private @Nullable String prefix;

		/**
		 * Name of another queue to which the jobs of this queue are forwarded as soon as
		 * they are due. A forwarded queue must not have listeners.
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
