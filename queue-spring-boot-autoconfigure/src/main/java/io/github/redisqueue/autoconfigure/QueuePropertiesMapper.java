package io.github.redisqueue.autoconfigure;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.annotation.ListenerOverrides;
import io.github.redisqueue.cleaner.CleanerSettings;
import io.github.redisqueue.listener.AckMode;
import io.github.redisqueue.listener.BatchSettings;
import io.github.redisqueue.listener.Concurrency;
import io.github.redisqueue.listener.ListenerSettings;
import io.github.redisqueue.shard.ShardedQueue;
import io.github.redisqueue.type.JobTypes;
import org.jspecify.annotations.Nullable;

import org.springframework.util.unit.DataSize;

/**
 * Converts properties to settings. A property of a single queue overrides the property
 * for all queues, which overrides the default. The defaults of listeners are defined in
 * {@link ListenerSettings}, all others here; the configuration metadata repeats them.
 * Invalid values are rejected with the name of the property.
 */
class QueuePropertiesMapper {

	/** Redis hashes the text in the first pair of braces to the slot of a key. */
	private static final Predicate<String> KEPT_IN_ONE_SLOT = Pattern.compile("[^{]*\\{[^}]+}.*").asMatchPredicate();

	/** Not the name of any queue, so only the properties for all queues apply to it. */
	private static final String NO_QUEUE = "";

	private static final Duration SHORTEST_LEASE = Duration.ofMillis(10);

	private final QueueProperties properties;

	private final OptionPicker options;

	private final RetrySettingsMapper retries;

	private final LimitsMapper limits;

	private final GroupsMapper groups;

	private final HistoryMapper histories;

	private final SchedulesMapper schedules;

	private final String worker;

	QueuePropertiesMapper(QueueProperties properties) {
		this.properties = properties;
		this.options = new OptionPicker(properties);
		this.retries = new RetrySettingsMapper(this.options);
		this.limits = new LimitsMapper(this.options);
		this.groups = new GroupsMapper(this.options);
		this.histories = new HistoryMapper(this.options);
		this.schedules = new SchedulesMapper(properties.getSchedules());
		String configured = properties.getWorkerId();
		Option<String> id = new Option<>("redis-queue.worker-id",
				(configured != null) ? configured : WorkerId.generate());
		id.mustBe((text) -> !text.isBlank(), "not blank");
		this.worker = id.mustBe((text) -> text.chars().noneMatch(Character::isISOControl),
				"free of control characters");
	}

	/**
	 * The queues that have their own properties.
	 * @return the names of the queues
	 */
	Set<String> named() {
		return this.properties.getQueues().keySet();
	}

	String workerId() {
		return this.worker;
	}

	String keyPrefix() {
		String keyPrefix = this.properties.getKeyPrefix();
		return new Option<>("redis-queue.key-prefix", (keyPrefix != null) ? keyPrefix : "queue:")
			.mustBe((prefix) -> !prefix.isBlank(), "not blank");
	}

	JobTypes types() {
		try {
			return new JobTypes(this.properties.getTypes());
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidQueuePropertyException("redis-queue.types", String.valueOf(ex.getMessage()), ex);
		}
	}

	SchedulesMapper schedules() {
		return this.schedules;
	}

	DataSize prefetchMemory() {
		DataSize configured = this.properties.getPrefetchMemory();
		DataSize share = DataSize.ofBytes(Runtime.getRuntime().maxMemory() / 16);
		return new Option<>("redis-queue.prefetch-memory", (configured != null) ? configured : share)
			.mustBe((size) -> size.toBytes() >= 1, "at least 1 byte");
	}

	boolean afterCommit() {
		Boolean configured = this.properties.getTemplate().getAfterCommit();
		return configured != null && configured;
	}

	QueueKeys keys(String queue) {
		QueueProperties.Queue own = this.properties.getQueues().get(queue);
		QueueKeys keys;
		try {
			keys = QueueKeys.of(keyPrefix(), queue);
		}
		catch (IllegalArgumentException ex) {
			if (own == null) {
				throw ex;
			}
			throw new InvalidQueuePropertyException("redis-queue.queues", String.valueOf(ex.getMessage()), ex);
		}
		if (own == null || own.getPrefix() == null) {
			return keys;
		}
		Option<String> prefix = new Option<>(OptionPicker.nameOf(queue, "prefix"), own.getPrefix());
		prefix.mustBe((text) -> !text.isBlank(), "not blank");
		return keys.withPrefix(prefix.mustBe((text) -> !QueueKeys.meets(text, keys.bell()),
				"another one than that of the bells, whose keys begin with '" + keyPrefix() + "{bell}:'"));
	}

	QueueType type(String queue) {
		return this.options.pick(queue, "type", QueueOptions::getType, QueueType.LEASE).value();
	}

	int shards(String queue) {
		return this.options.pick(queue, "shards", QueueOptions::getShards, 1)
			.mustBe((number) -> number >= 1 && number <= ShardedQueue.MAX_SHARDS,
					"between 1 and " + ShardedQueue.MAX_SHARDS);
	}

	QueueSettings queue(String queue) {
		Duration leaseTime = this.options.pick(queue, "lease-time", QueueOptions::getLeaseTime, Duration.ofSeconds(30))
			.mustBe((time) -> time.compareTo(SHORTEST_LEASE) >= 0 && time.compareTo(Durations.LONGEST) <= 0,
					"between 10 ms and 365 days");
		int retries = this.options.pick(queue, "retry.max-retries", (options) -> options.getRetry().getMaxRetries(), 3)
			.mustBe((number) -> number >= 0, "at least 0");
		int crashes = this.options.pick(queue, "retry.max-crashes", (options) -> options.getRetry().getMaxCrashes(), 3)
			.mustBe((number) -> number >= 1, "at least 1");
		long maxLength = this.options
			.pick(queue, "dead-letter.max-length", (options) -> options.getDeadLetter().getMaxLength(), 10_000L)
			.mustBe((number) -> number >= 1, "at least 1");
		Duration maxAge = this.options
			.pick(queue, "dead-letter.max-age", (options) -> options.getDeadLetter().getMaxAge(), Duration.ofDays(30))
			.mustBe(Durations.POSITIVE, Durations.POSITIVE_TEXT);
		Duration dedupWindow = this.options.pick(queue, "dedup-window", QueueOptions::getDedupWindow, Duration.ZERO)
			.mustBe(Durations.NOT_NEGATIVE, Durations.NOT_NEGATIVE_TEXT);
		return QueueSettings.builder(this.worker, leaseTime)
			.maxRetries(retries)
			.maxCrashes(crashes)
			.maxDeadLetters(maxLength)
			.maxDeadLetterAge(maxAge)
			.dedupWindow(dedupWindow)
			.rateLimit(this.limits.rate(queue, shards(queue)))
			.maxLeased(this.limits.maxLeased(queue, shards(queue)))
			.groups(this.groups.groups(queue))
			.history(this.histories.history(queue))
			.build();
	}

	/**
	 * The settings of a listener that overrides no properties.
	 * @param queue the name of the queue
	 * @return the settings
	 */
	ListenerSettings listener(String queue) {
		return listener(queue, ListenerOverrides.NONE);
	}

	/**
	 * The settings of a listener.
	 * @param queue the name of the queue
	 * @param overrides the attributes of the listener that override properties
	 * @return the settings
	 */
	ListenerSettings listener(String queue, ListenerOverrides overrides) {
		ListenerSettings defaults = ListenerSettings.defaults();
		String text = this.options
			.pick(queue, "listener.concurrency", (options) -> options.getListener().getConcurrency(),
					defaults.concurrency().toString())
			.mustBe((value) -> Concurrency.parse(value) != null, Concurrency.ALLOWED);
		Concurrency concurrency = Objects.requireNonNull(Concurrency.parse(text));
		int prefetch = this.options
			.pick(queue, "listener.prefetch", (options) -> options.getListener().getPrefetch(), defaults.prefetch())
			.mustBe((number) -> number >= 0, "at least 0");
		Duration pollInterval = this.options
			.pick(queue, "listener.poll-interval", (options) -> options.getListener().getPollInterval(),
					defaults.pollInterval())
			.mustBe(Durations.POSITIVE, Durations.POSITIVE_TEXT);
		Duration shutdownTimeout = this.options
			.pick(queue, "listener.shutdown-timeout", (options) -> options.getListener().getShutdownTimeout(),
					defaults.shutdownTimeout())
			.mustBe(Durations.NOT_NEGATIVE, Durations.NOT_NEGATIVE_TEXT);
		AckMode ackMode = this.options
			.pick(queue, "listener.ack-mode", (options) -> options.getListener().getAckMode(), defaults.ackMode())
			.value();
		Duration ackTimeout = this.options
			.pick(queue, "listener.ack-timeout", (options) -> options.getListener().getAckTimeout(),
					defaults.ackTimeout())
			.mustBe(Durations.POSITIVE, Durations.POSITIVE_TEXT);
		Duration ackInterval = this.options
			.pick(queue, "listener.ack-interval", (options) -> options.getListener().getAckInterval(),
					defaults.ackInterval())
			.mustBe((interval) -> !interval.isNegative() && interval.compareTo(Duration.ofSeconds(1)) <= 0,
					"between zero and 1 s");
		return ListenerSettings.builder()
			.concurrency(either(overrides.concurrency(), concurrency))
			.prefetch(this.limits.prefetch(queue, either(overrides.prefetch(), prefetch)))
			.batch(batch(queue, overrides.batch()))
			.pollInterval(pollInterval)
			.shutdownTimeout(shutdownTimeout)
			.ackMode(either(overrides.ackMode(), ackMode))
			.ackTimeout(ackTimeout)
			.ackInterval(this.limits.ackInterval(queue, ackInterval))
			.retry(this.retries.settings(queue, overrides.retry()))
			.build();
	}

	private BatchSettings batch(String queue, ListenerOverrides.Batch overrides) {
		int size = this.options
			.pick(queue, "listener.batch-size", (options) -> options.getListener().getBatchSize(),
					BatchSettings.DEFAULT.size())
			.mustBe((number) -> number >= 1 && number <= BatchSettings.MAX_SIZE,
					"between 1 and " + BatchSettings.MAX_SIZE);
		Duration maxWait = this.options
			.pick(queue, "listener.batch-wait", (options) -> options.getListener().getBatchWait(),
					BatchSettings.DEFAULT.maxWait())
			.mustBe(Durations.NOT_NEGATIVE, Durations.NOT_NEGATIVE_TEXT);
		return new BatchSettings(either(overrides.size(), size), either(overrides.maxWait(), maxWait));
	}

	private static <T> T either(@Nullable T override, T property) {
		return (override != null) ? override : property;
	}

	/**
	 * The queue to which the jobs of a queue are forwarded.
	 * @param queue the name of the queue
	 * @return the name of the other queue, or null if jobs are not forwarded
	 */
	@Nullable String forwardTo(String queue) {
		String target = configuredTarget(queue);
		if (target == null) {
			return null;
		}
		Option<String> option = new Option<>(OptionPicker.nameOf(queue, "forward-to"), target);
		option.mustBe(QueueKeys::isName, "the name of a queue");
		option.mustBe((name) -> this.groups.groups(queue) == null || this.groups.groups(name) != null,
				"a queue whose jobs may have groups (" + GroupsMapper.enabled(target)
						+ " is not true), because those of this queue may");
		return option.mustBe((name) -> !leadsTo(name, queue),
				"a queue whose jobs are not forwarded back to this queue");
	}

	private boolean leadsTo(String from, String queue) {
		Set<String> passed = new HashSet<>();
		for (String at = from; at != null && passed.add(at); at = configuredTarget(at)) {
			if (at.equals(queue)) {
				return true;
			}
		}
		return false;
	}

	private @Nullable String configuredTarget(String queue) {
		QueueProperties.Queue own = this.properties.getQueues().get(queue);
		return (own != null) ? own.getForwardTo() : null;
	}

	boolean autoStartup(String queue, ListenerOverrides overrides) {
		return either(overrides.autoStartup(), autoStartup(queue));
	}

	boolean autoStartup(String queue) {
		return this.options
			.pick(queue, "listener.auto-startup", (options) -> options.getListener().getAutoStartup(), true)
			.value();
	}

	CleanerSettings cleaner(String queue) {
		boolean enabled = this.options
			.pick(queue, "cleaner.enabled", (options) -> options.getCleaner().getEnabled(), true)
			.value();
		Duration light = this.options
			.pick(queue, "cleaner.light-interval", (options) -> options.getCleaner().getLightInterval(),
					Duration.ofSeconds(5))
			.mustBe(Durations.POSITIVE, Durations.POSITIVE_TEXT);
		Duration deep = this.options
			.pick(queue, "cleaner.deep-interval", (options) -> options.getCleaner().getDeepInterval(),
					Duration.ofHours(1))
			.mustBe(Durations.POSITIVE, Durations.POSITIVE_TEXT);
		return new CleanerSettings(enabled, light, deep);
	}

	boolean metrics(String queue) {
		return this.options.pick(queue, "metrics.enabled", (options) -> options.getMetrics().getEnabled(), true)
			.value();
	}

	Duration downAfter(String queue) {
		return this.options
			.pick(queue, "health.down-after", (options) -> options.getHealth().getDownAfter(), Duration.ofSeconds(30))
			.mustBe(Durations.NOT_NEGATIVE, Durations.NOT_NEGATIVE_TEXT);
	}

	/**
	 * Validates all properties, including those of queues that are not used yet.
	 * @return this
	 * @throws InvalidQueuePropertyException if a value is invalid
	 */
	QueuePropertiesMapper validated() {
		keyPrefix();
		types();
		this.schedules.validate();
		named().forEach(this::keys);
		named().forEach(this::validate);
		validate(NO_QUEUE);
		return this;
	}

	/**
	 * Validates that all keys of a queue are in one slot of a Redis Cluster.
	 * @throws InvalidQueuePropertyException if a prefix spreads keys over several slots
	 */
	void validateForCluster() {
		new Option<>("redis-queue.key-prefix", keyPrefix()).mustBe(
				(prefix) -> KEPT_IN_ONE_SLOT.test(prefix + "{queue}"),
				"a text without empty braces on a Redis Cluster");
		this.properties.getQueues().forEach((queue, own) -> {
			if (own.getPrefix() != null) {
				new Option<>(OptionPicker.nameOf(queue, "prefix"), own.getPrefix()).mustBe(KEPT_IN_ONE_SLOT,
						"a text with a hash tag in braces on a Redis Cluster, such as 'shop:{orders}', so that all keys of the queue are in one slot");
			}
		});
	}

	private void validate(String queue) {
		forwardTo(queue);
		shards(queue);
		queue(queue);
		listener(queue);
		cleaner(queue);
		metrics(queue);
		downAfter(queue);
	}

}
