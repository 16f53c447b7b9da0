package io.github.redisqueue.autoconfigure;

import java.time.Duration;

import io.github.redisqueue.QueueType;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.NestedConfigurationProperty;

/**
 * Properties that can be set for all queues and for a single queue. Null means that the
 * property is not set; {@link QueuePropertiesMapper} has the defaults.
 */
class QueueOptions {

	/**
	 * Algorithm of the queue. All algorithms have the same functions. Drain the queue
	 * before you change it.
	 */
	private @Nullable QueueType type;

	/**
	 * Number of shards of the queue. A Redis Cluster can store the shards on different
	 * nodes. Drain the queue before you change it.
	 */
	private @Nullable Integer shards;

	/**
	 * Time after which the lease of a worker that does not renew it expires. Listeners
	 * renew their leases at intervals of a third of this time.
	 */
	private @Nullable Duration leaseTime;

	/**
	 * Time after the completion of a job during which a job with the same id is not added
	 * again. Zero disables the check.
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

	@NestedConfigurationProperty
	private final HealthOptions health = new HealthOptions();

	@NestedConfigurationProperty
	private final HistoryOptions history = new HistoryOptions();

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

	public HealthOptions getHealth() {
		return this.health;
	}

	public HistoryOptions getHistory() {
		return this.history;
	}

}
