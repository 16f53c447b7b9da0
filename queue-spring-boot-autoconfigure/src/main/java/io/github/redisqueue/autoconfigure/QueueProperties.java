package io.github.redisqueue.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
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
	 * Total size of the payloads of leased jobs at which a listener of this application
	 * that holds jobs stops leasing more. By default a sixteenth of the maximum heap.
	 */
	private @Nullable DataSize prefetchMemory;

	@NestedConfigurationProperty
	private final TemplateOptions template = new TemplateOptions();

	/**
	 * Properties of single queues by name. They override the properties for all queues. A
	 * queue that is listed here is cleaned and has metrics even if this application does
	 * not use it otherwise.
	 */
	private final Map<String, Queue> queues = new LinkedHashMap<>();

	/**
	 * Payload types by their logical names. Jobs carry the name of their type, and the
	 * methods of a listener are chosen by it.
	 */
	private final Map<String, Class<?>> types = new LinkedHashMap<>();

	/**
	 * Schedules by their ids: jobs that recur. Their properties override the attributes
	 * of the annotation with the same id.
	 */
	private final Map<String, ScheduleOptions> schedules = new LinkedHashMap<>();

	public Map<String, ScheduleOptions> getSchedules() {
		return this.schedules;
	}

	public Map<String, Class<?>> getTypes() {
		return this.types;
	}

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

	public TemplateOptions getTemplate() {
		return this.template;
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

		/**
		 * How many jobs all instances together may lease per time, such as 100/s, 5/m or
		 * 30/10s. By default there is no limit.
		 */
		private @Nullable String rateLimit;

		/**
		 * How many jobs all instances together may lease at the same time. By default
		 * there is no limit.
		 */
		private @Nullable Integer maxLeased;

		@NestedConfigurationProperty
		private final GroupOptions groups = new GroupOptions();

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

		public @Nullable String getRateLimit() {
			return this.rateLimit;
		}

		public void setRateLimit(@Nullable String rateLimit) {
			this.rateLimit = rateLimit;
		}

		public @Nullable Integer getMaxLeased() {
			return this.maxLeased;
		}

		public void setMaxLeased(@Nullable Integer maxLeased) {
			this.maxLeased = maxLeased;
		}

		public GroupOptions getGroups() {
			return this.groups;
		}

	}

}
