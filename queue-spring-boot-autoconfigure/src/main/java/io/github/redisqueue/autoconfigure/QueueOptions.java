package io.github.redisqueue.autoconfigure;

import java.time.Duration;

import io.github.redisqueue.QueueType;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.NestedConfigurationProperty;

/**
 * What may be said about one queue, or about all of them. Null stands for nothing said;
 * {@link QueuePropertiesMapper} knows what counts then.
 */
class QueueOptions {

	/**
	 * The algorithm of the queue. All have the same functions. To change that of a queue,
	 * drain it first.
	 */
	private @Nullable QueueType type;

	/**
	 * Number of parts that the queue is spread over, which a Redis Cluster may keep on
	 * different nodes. To change that of a queue, drain it first.
	 */
	private @Nullable Integer shards;

	/**
	 * How long a worker holds a job without a sign of life. Workers renew their leases
	 * every third of it.
	 */
	private @Nullable Duration leaseTime;

	/**
	 * For how long ids are remembered after their jobs were completed, so that they
	 * cannot be added again. Zero for not at all.
	 */
	private @Nullable Duration dedupWindow;

	@NestedConfigurationProperty
	private final ListenerOptions listener = new ListenerOptions();

	@NestedConfigurationProperty
	private final RetryOptions retry = new RetryOptions();

	@NestedConfigurationProperty
	private final CleanerOptions cleaner = new CleanerOptions();

	@NestedConfigurationProperty
	private final DeadLetterOptions deadLetter = new DeadLetterOptions();

	@NestedConfigurationProperty
	private final MetricsOptions metrics = new MetricsOptions();

	public @Nullable QueueType getType() {
		return this.type;
	}

	public void setType(@Nullable QueueType type) {
		this.type = type;
	}

	public @Nullable Integer getShards() {
		return this.shards;
	}

	public void setShards(@Nullable Integer shards) {
		this.shards = shards;
	}

	public @Nullable Duration getLeaseTime() {
		return this.leaseTime;
	}

	public void setLeaseTime(@Nullable Duration leaseTime) {
		this.leaseTime = leaseTime;
	}

	public @Nullable Duration getDedupWindow() {
		return this.dedupWindow;
	}

	public void setDedupWindow(@Nullable Duration dedupWindow) {
		this.dedupWindow = dedupWindow;
	}

	public ListenerOptions getListener() {
		return this.listener;
	}

	public RetryOptions getRetry() {
		return this.retry;
	}

	public CleanerOptions getCleaner() {
		return this.cleaner;
	}

	public DeadLetterOptions getDeadLetter() {
		return this.deadLetter;
	}

	public MetricsOptions getMetrics() {
		return this.metrics;
	}

}
