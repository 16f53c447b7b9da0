package io.github.redisqueue.autoconfigure;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.annotation.UnreadableJobException;
import io.github.redisqueue.cleaner.CleanerSettings;
import io.github.redisqueue.listener.AckMode;
import io.github.redisqueue.listener.ListenerSettings;
import io.github.redisqueue.listener.RetrySettings;
import io.github.redisqueue.metrics.MetricsSettings;
import io.github.redisqueue.shard.ShardedQueue;
import org.jspecify.annotations.Nullable;

import org.springframework.core.retry.RetryPolicy;

/**
 * Says what the properties mean: what is said about a queue counts before what is said
 * about all queues, which counts before the defaults. These stand here and nowhere else
 * in the code; the metadata repeats them. Whatever cannot be is refused with the name of
 * the property.
 */
class QueuePropertiesMapper {

	private static final Pattern PLAIN_NAME = Pattern.compile("[a-z0-9-]+");

	/** Only what stands in the first pair of braces tells the slot of a key. */
	private static final Predicate<String> KEPT_IN_ONE_SLOT = Pattern.compile("[^{]*\\{[^}]+}.*").asMatchPredicate();

	/** The name of no queue: all that counts for it is what is said about all queues. */
	private static final String NO_QUEUE = "";

	private static final Duration SHORTEST_LEASE = Duration.ofMillis(10);

	private static final Duration LONGEST = Duration.ofDays(365);

	private static final Predicate<Duration> POSITIVE = (duration) -> duration.compareTo(Duration.ZERO) > 0
			&& duration.compareTo(LONGEST) <= 0;

	private static final String POSITIVE_TEXT = "more than zero and at most 365 days";

	private static final Predicate<Duration> NOT_NEGATIVE = (duration) -> !duration.isNegative()
			&& duration.compareTo(LONGEST) <= 0;

	private static final String NOT_NEGATIVE_TEXT = "between zero and 365 days";

	private final QueueProperties properties;

	private final String worker;

	QueuePropertiesMapper(QueueProperties properties) {
		this.properties = properties;
		String configured = properties.getWorkerId();
		this.worker = new Option<>("queue.worker-id", (configured != null) ? configured : WorkerId.generate())
			.mustBe((id) -> !id.isBlank(), "not blank");
	}

	/**
	 * The queues that have properties of their own.
	 * @return their names
	 */
	Set<String> named() {
		return this.properties.getQueues().keySet();
	}

	String keyPrefix() {
		String keyPrefix = this.properties.getKeyPrefix();
		return (keyPrefix != null) ? keyPrefix : "queue:";
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
			throw new InvalidQueuePropertyException("queue.queues", String.valueOf(ex.getMessage()), ex);
		}
		if (own == null || own.getPrefix() == null) {
			return keys;
		}
		return keys.withPrefix(new Option<>(nameOf(queue, "prefix"), own.getPrefix())
			.mustBe((prefix) -> !prefix.isBlank(), "not blank"));
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
	 * The settings of a listener.
	 * @param queue the name of the queue
	 * @param ownConcurrency the listener's own concurrency, or null if it has none
	 * @return the settings
	 */
	ListenerSettings listener(String queue, @Nullable Integer ownConcurrency) {
		int concurrency = pick(queue, "listener.concurrency", (options) -> options.getListener().getConcurrency(), 10)
			.mustBe((number) -> number >= 1, "at least 1");
		int prefetch = pick(queue, "listener.prefetch", (options) -> options.getListener().getPrefetch(), 1000)
			.mustBe((number) -> number >= 0, "at least 0");
		Duration pollInterval = pick(queue, "listener.poll-interval",
				(options) -> options.getListener().getPollInterval(), Duration.ofSeconds(1))
			.mustBe(POSITIVE, POSITIVE_TEXT);
		Duration shutdownTimeout = pick(queue, "listener.shutdown-timeout",
				(options) -> options.getListener().getShutdownTimeout(), Duration.ofSeconds(20))
			.mustBe(NOT_NEGATIVE, NOT_NEGATIVE_TEXT);
		AckMode ackMode = pick(queue, "listener.ack-mode", (options) -> options.getListener().getAckMode(),
				AckMode.AFTER)
			.value();
		int stackTraceLength = pick(queue, "dead-letter.stack-trace-length",
				(options) -> options.getDeadLetter().getStackTraceLength(), 4096)
			.mustBe((number) -> number >= 0, "at least 0");
		return new ListenerSettings((ownConcurrency != null) ? ownConcurrency : concurrency, prefetch, pollInterval,
				shutdownTimeout, ackMode, new RetrySettings(retryPolicy(queue), stackTraceLength));
	}

	/** Without a limit of its own: how often a job is retried is the queue's matter. */
	private RetryPolicy retryPolicy(String queue) {
		Duration delay = pick(queue, "retry.delay", (options) -> options.getRetry().getDelay(), Duration.ofSeconds(1))
			.mustBe(NOT_NEGATIVE, NOT_NEGATIVE_TEXT);
		double multiplier = pick(queue, "retry.multiplier", (options) -> options.getRetry().getMultiplier(), 2.0)
			.mustBe((factor) -> factor >= 1 && factor <= 1000, "between 1 and 1000");
		Option<Duration> longest = pick(queue, "retry.max-delay", (options) -> options.getRetry().getMaxDelay(),
				Duration.ofMinutes(5));
		longest.mustBe(POSITIVE, POSITIVE_TEXT);
		Duration maxDelay = longest.mustBe((most) -> most.compareTo(delay) >= 0,
				"at least the delay after the first failure, " + Option.print(delay));
		Duration jitter = pick(queue, "retry.jitter", (options) -> options.getRetry().getJitter(),
				Duration.ofMillis(200))
			.mustBe(NOT_NEGATIVE, NOT_NEGATIVE_TEXT);
		List<Class<? extends Throwable>> neverRetry = pick(queue, "retry.never-retry",
				(options) -> options.getRetry().getNeverRetry(), List.<Class<? extends Throwable>>of())
			.mustBe((types) -> types.stream().allMatch(Throwable.class::isAssignableFrom), "a list of exceptions");
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
	 * Where the jobs of a queue are forwarded to.
	 * @param queue the name of the queue
	 * @return the name of the other queue, or null if they are not forwarded
	 */
	@Nullable String forwardTo(String queue) {
		String target = saidTarget(queue);
		if (target == null) {
			return null;
		}
		Option<String> option = new Option<>(nameOf(queue, "forward-to"), target);
		option.mustBe(QueueKeys::isName, "the name of a queue");
		return option.mustBe((name) -> !leadsTo(name, queue), "a queue whose jobs do not come back to this one");
	}

	private boolean leadsTo(String from, String queue) {
		Set<String> passed = new HashSet<>();
		for (String at = from; at != null && passed.add(at); at = saidTarget(at)) {
			if (at.equals(queue)) {
				return true;
			}
		}
		return false;
	}

	private @Nullable String saidTarget(String queue) {
		QueueProperties.Queue own = this.properties.getQueues().get(queue);
		return (own != null) ? own.getForwardTo() : null;
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
	 * Looks at all that is said, also about queues that nobody uses yet.
	 * @return this
	 * @throws InvalidQueuePropertyException if something cannot be
	 */
	QueuePropertiesMapper validated() {
		named().forEach(this::keys);
		named().forEach(this::validate);
		validate(NO_QUEUE);
		return this;
	}

	/**
	 * Looks whether a Redis Cluster has all keys of each queue in one slot.
	 * @throws InvalidQueuePropertyException if it has not
	 */
	void validateForCluster() {
		new Option<>("queue.key-prefix", keyPrefix()).mustBe((prefix) -> KEPT_IN_ONE_SLOT.test(prefix + "{queue}"),
				"free of empty braces on a Redis Cluster");
		this.properties.getQueues().forEach((queue, own) -> {
			if (own.getPrefix() != null) {
				new Option<>(nameOf(queue, "prefix"), own.getPrefix()).mustBe(KEPT_IN_ONE_SLOT,
						"a text with braces on a Redis Cluster, such as 'shop:{orders}', which keep all keys of the queue in one slot");
			}
		});
	}

	private void validate(String queue) {
		forwardTo(queue);
		shards(queue);
		queue(queue);
		listener(queue, null);
		cleaner(queue);
		metrics(queue);
	}

	private <T> Option<T> pick(String queue, String name, Function<QueueOptions, @Nullable T> getter, T otherwise) {
		QueueOptions own = this.properties.getQueues().get(queue);
		T said = (own != null) ? getter.apply(own) : null;
		if (said != null) {
			return new Option<>(nameOf(queue, name), said);
		}
		T saidOfAll = getter.apply(this.properties);
		return new Option<>("queue." + name, (saidOfAll != null) ? saidOfAll : otherwise);
	}

	private static String nameOf(String queue, String name) {
		return "queue.queues" + (PLAIN_NAME.matcher(queue).matches() ? "." + queue : "[" + queue + "]") + "." + name;
	}

}
