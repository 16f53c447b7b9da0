package io.github.redisqueue.autoconfigure;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import io.github.redisqueue.LogText;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.annotation.ListenerOverrides;
import io.github.redisqueue.annotation.UnreadableJobException;
import io.github.redisqueue.cleaner.CleanerSettings;
import io.github.redisqueue.listener.AckMode;
import io.github.redisqueue.listener.ListenerSettings;
import io.github.redisqueue.listener.RetrySettings;
import io.github.redisqueue.metrics.MetricsSettings;
import io.github.redisqueue.shard.ShardedQueue;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.util.unit.DataSize;

/**
 * Converts properties to settings. A property of a single queue overrides the property
 * for all queues, which overrides the default. The defaults of listeners are defined in
 * {@link ListenerSettings}, all others here; the configuration metadata repeats them.
 * Invalid values are rejected with the name of the property.
 */
class QueuePropertiesMapper {

	private static final Pattern PLAIN_NAME = Pattern.compile("[a-z0-9-]+");

	/** Redis hashes the text in the first pair of braces to the slot of a key. */
	private static final Predicate<String> KEPT_IN_ONE_SLOT = Pattern.compile("[^{]*\\{[^}]+}.*").asMatchPredicate();

	/** Not the name of any queue, so only the properties for all queues apply to it. */
	private static final String NO_QUEUE = "";

	private static final Duration SHORTEST_LEASE = Duration.ofMillis(10);

	private static final Duration LONGEST = Duration.ofDays(365);

	private static final Predicate<Duration> POSITIVE = (duration) -> duration.compareTo(Duration.ofMillis(1)) >= 0
			&& duration.compareTo(LONGEST) <= 0;

	private static final String POSITIVE_TEXT = "between 1 ms and 365 days";

	private static final Predicate<Duration> NOT_NEGATIVE = (duration) -> !duration.isNegative()
			&& duration.compareTo(LONGEST) <= 0;

	private static final String NOT_NEGATIVE_TEXT = "between zero and 365 days";

	private final QueueProperties properties;

	private final String worker;

	QueuePropertiesMapper(QueueProperties properties) {
		this.properties = properties;
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

	DataSize prefetchMemory() {
		DataSize configured = this.properties.getPrefetchMemory();
		DataSize share = DataSize.ofBytes(Runtime.getRuntime().maxMemory() / 16);
		return new Option<>("redis-queue.prefetch-memory", (configured != null) ? configured : share)
			.mustBe((size) -> size.toBytes() >= 1, "at least 1 byte");
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
		Option<String> prefix = new Option<>(nameOf(queue, "prefix"), own.getPrefix());
		prefix.mustBe((text) -> !text.isBlank(), "not blank");
		return keys.withPrefix(prefix.mustBe((text) -> !QueueKeys.meets(text, keys.bell()),
				"another one than that of the bells, whose keys begin with '" + keyPrefix() + "{bell}:'"));
	}

	QueueType type(String queue) {
		return pick(queue, "type", QueueOptions::getType, QueueType.LEASE).value();
	}

	int shards(String queue) {
		return pick(queue, "shards", QueueOptions::getShards, 1).mustBe(
				(number) -> number >= 1 && number <= ShardedQueue.MAX_SHARDS,
				"between 1 and " + ShardedQueue.MAX_SHARDS);
	}

	QueueSettings queue(String queue) {
		Duration leaseTime = pick(queue, "lease-time", QueueOptions::getLeaseTime, Duration.ofSeconds(30)).mustBe(
				(time) -> time.compareTo(SHORTEST_LEASE) >= 0 && time.compareTo(LONGEST) <= 0,
				"between 10 ms and 365 days");
		int retries = pick(queue, "retry.max-retries", (options) -> options.getRetry().getMaxRetries(), 3)
			.mustBe((number) -> number >= 0, "at least 0");
		int crashes = pick(queue, "retry.max-crashes", (options) -> options.getRetry().getMaxCrashes(), 3)
			.mustBe((number) -> number >= 1, "at least 1");
		long maxLength = pick(queue, "dead-letter.max-length", (options) -> options.getDeadLetter().getMaxLength(),
				10_000L)
			.mustBe((number) -> number >= 1, "at least 1");
		Duration maxAge = pick(queue, "dead-letter.max-age", (options) -> options.getDeadLetter().getMaxAge(),
				Duration.ofDays(30))
			.mustBe(POSITIVE, POSITIVE_TEXT);
		Duration dedupWindow = pick(queue, "dedup-window", QueueOptions::getDedupWindow, Duration.ZERO)
			.mustBe(NOT_NEGATIVE, NOT_NEGATIVE_TEXT);
		return QueueSettings.builder(this.worker, leaseTime)
			.maxRetries(retries)
			.maxCrashes(crashes)
			.maxDeadLetters(maxLength)
			.maxDeadLetterAge(maxAge)
			.dedupWindow(dedupWindow)
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
		int concurrency = pick(queue, "listener.concurrency", (options) -> options.getListener().getConcurrency(),
				defaults.concurrency())
			.mustBe((number) -> number >= 1 && number <= ListenerSettings.MAX_CONCURRENCY,
					"between 1 and " + ListenerSettings.MAX_CONCURRENCY);
		int prefetch = pick(queue, "listener.prefetch", (options) -> options.getListener().getPrefetch(),
				defaults.prefetch())
			.mustBe((number) -> number >= 0, "at least 0");
		Duration pollInterval = pick(queue, "listener.poll-interval",
				(options) -> options.getListener().getPollInterval(), defaults.pollInterval())
			.mustBe(POSITIVE, POSITIVE_TEXT);
		Duration shutdownTimeout = pick(queue, "listener.shutdown-timeout",
				(options) -> options.getListener().getShutdownTimeout(), defaults.shutdownTimeout())
			.mustBe(NOT_NEGATIVE, NOT_NEGATIVE_TEXT);
		AckMode ackMode = pick(queue, "listener.ack-mode", (options) -> options.getListener().getAckMode(),
				defaults.ackMode())
			.value();
		int stackTraceLength = pick(queue, "dead-letter.stack-trace-length",
				(options) -> options.getDeadLetter().getStackTraceLength(), defaults.retry().stackTraceLength())
			.mustBe((number) -> number >= 0, "at least 0");
		return ListenerSettings.builder()
			.concurrency(either(overrides.concurrency(), concurrency))
			.prefetch(either(overrides.prefetch(), prefetch))
			.pollInterval(pollInterval)
			.shutdownTimeout(shutdownTimeout)
			.ackMode(either(overrides.ackMode(), ackMode))
			.retryPolicy(retryPolicy(queue))
			.stackTraceLength(stackTraceLength)
			.build();
	}

	private static <T> T either(@Nullable T override, T property) {
		return (override != null) ? override : property;
	}

	/** Sets no maximum number of retries, because the queue limits them. */
	private RetryPolicy retryPolicy(String queue) {
		Duration delay = pick(queue, "retry.delay", (options) -> options.getRetry().getDelay(),
				RetrySettings.DEFAULT_DELAY)
			.mustBe(NOT_NEGATIVE, NOT_NEGATIVE_TEXT);
		double multiplier = pick(queue, "retry.multiplier", (options) -> options.getRetry().getMultiplier(),
				RetrySettings.DEFAULT_MULTIPLIER)
			.mustBe((factor) -> factor >= 1 && factor <= 1000, "between 1 and 1000");
		Option<Duration> longest = pick(queue, "retry.max-delay", (options) -> options.getRetry().getMaxDelay(),
				RetrySettings.DEFAULT_MAX_DELAY);
		longest.mustBe(POSITIVE, POSITIVE_TEXT);
		Duration maxDelay = longest.mustBe((most) -> most.compareTo(delay) >= 0,
				"at least the delay after the first failure, " + Option.print(delay));
		Duration jitter = pick(queue, "retry.jitter", (options) -> options.getRetry().getJitter(),
				RetrySettings.DEFAULT_JITTER)
			.mustBe(NOT_NEGATIVE, NOT_NEGATIVE_TEXT);
		List<Class<? extends Throwable>> neverRetry = pick(queue, "retry.never-retry",
				(options) -> options.getRetry().getNeverRetry(), List.<Class<? extends Throwable>>of())
			.mustBe((types) -> types.stream().allMatch(Throwable.class::isAssignableFrom),
					"a list of exception classes");
		return RetryPolicy.builder()
			.maxRetries(Long.MAX_VALUE)
			.delay(delay)
			.multiplier(multiplier)
			.maxDelay(maxDelay)
			.jitter(jitter)
			.excludes(UnreadableJobException.class)
			.excludes(neverRetry)
			.build();
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
		Option<String> option = new Option<>(nameOf(queue, "forward-to"), target);
		option.mustBe(QueueKeys::isName, "the name of a queue");
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
		return pick(queue, "listener.auto-startup", (options) -> options.getListener().getAutoStartup(), true).value();
	}

	CleanerSettings cleaner(String queue) {
		boolean enabled = pick(queue, "cleaner.enabled", (options) -> options.getCleaner().getEnabled(), true).value();
		Duration light = pick(queue, "cleaner.light-interval", (options) -> options.getCleaner().getLightInterval(),
				Duration.ofSeconds(5))
			.mustBe(POSITIVE, POSITIVE_TEXT);
		Duration deep = pick(queue, "cleaner.deep-interval", (options) -> options.getCleaner().getDeepInterval(),
				Duration.ofHours(1))
			.mustBe(POSITIVE, POSITIVE_TEXT);
		return new CleanerSettings(enabled, light, deep);
	}

	MetricsSettings metrics(String queue) {
		boolean enabled = pick(queue, "metrics.enabled", (options) -> options.getMetrics().getEnabled(), true).value();
		Duration refresh = pick(queue, "metrics.refresh-interval",
				(options) -> options.getMetrics().getRefreshInterval(), Duration.ofSeconds(5))
			.mustBe(POSITIVE, POSITIVE_TEXT);
		return new MetricsSettings(enabled, refresh);
	}

	/**
	 * Validates all properties, including those of queues that are not used yet.
	 * @return this
	 * @throws InvalidQueuePropertyException if a value is invalid
	 */
	QueuePropertiesMapper validated() {
		keyPrefix();
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
				new Option<>(nameOf(queue, "prefix"), own.getPrefix()).mustBe(KEPT_IN_ONE_SLOT,
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
	}

	private <T> Option<T> pick(String queue, String name, Function<QueueOptions, @Nullable T> getter, T defaultValue) {
		QueueOptions own = this.properties.getQueues().get(queue);
		T specific = (own != null) ? getter.apply(own) : null;
		if (specific != null) {
			return new Option<>(nameOf(queue, name), specific);
		}
		T common = getter.apply(this.properties);
		return new Option<>("redis-queue." + name, (common != null) ? common : defaultValue);
	}

	private static String nameOf(String queue, String name) {
		return "redis-queue.queues" + (PLAIN_NAME.matcher(queue).matches() ? "." + queue : "[" + queue + "]") + "."
				+ name;
	}

	/**
	 * A value and the name of its property.
	 *
	 * @param <T> the type of the value
	 * @param property the full name of the property
	 * @param value the configured or default value
	 */
	private record Option<T>(String property, T value) {

		/**
		 * Validates the value.
		 * @param rule accepts valid values
		 * @param text describes valid values, after the words "must be"
		 * @return the value
		 * @throws InvalidQueuePropertyException if the value is invalid
		 */
		T mustBe(Predicate<T> rule, String text) {
			if (!rule.test(this.value)) {
				throw new InvalidQueuePropertyException(this.property,
						this.property + " must be " + text + ", it is " + print(this.value), null);
			}
			return this.value;
		}

		static String print(Object value) {
			if (value instanceof Duration duration && isWholeMillis(duration)) {
				return DurationStyle.SIMPLE.print(duration);
			}
			return (value instanceof String text) ? "'" + LogText.of(text) + "'" : value.toString();
		}

		/**
		 * Whether a duration can be printed in milliseconds: not if they would overflow.
		 */
		private static boolean isWholeMillis(Duration duration) {
			return duration.getNano() % 1_000_000 == 0 && duration.compareTo(Duration.ofMillis(Integer.MIN_VALUE)) >= 0
					&& duration.compareTo(LONGEST.multipliedBy(10)) <= 0;
		}

	}

}
