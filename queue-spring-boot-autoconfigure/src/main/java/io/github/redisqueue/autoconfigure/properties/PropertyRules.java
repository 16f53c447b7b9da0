package io.github.redisqueue.autoconfigure.properties;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import io.github.redisqueue.HistoryLimits;
import io.github.redisqueue.RateLimit;
import io.github.redisqueue.Schedule;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.listener.BatchSettings;
import io.github.redisqueue.shard.ShardedQueue;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.convert.ConversionException;

import static java.util.Map.entry;

/**
 * Checks each property, and each attribute that stands for one, while it is bound, so
 * that an error names the place of the value.
 *
 * @param rules by the names of the properties below what is bound, such as a queue
 */
record PropertyRules(Map<String, Rule> rules) implements BindHandler {

	private static final int MOST_JOBS = 1_000_000;

	private static final int MOST_OPEN = 10_000;

	private static final Rule RATE = Rule.of(
			"between 1 and " + MOST_JOBS + " jobs per time, such as 100/s, 5/m or 30/10s, where the"
					+ " time has the unit ms, s, m, h or d and is at most 365 days",
			String.class, acceptedBy(RateLimit::valueOf));

	private static final Rule EXCEPTIONS = Rule.of("a list of exception classes", List.class,
			PropertyRules::areExceptions);

	/** Spring Boot takes these for milliseconds, which hardly anybody means. */
	private static final Pattern WITHOUT_UNIT = Pattern.compile("[+-]?\\d+");

	static final PropertyRules OF_QUEUE = ofQueue(Rule.duration("1 s", Duration.ofSeconds(1)));

	/** The same, for tests that do not wait for a second until a lease expires. */
	static final PropertyRules OF_QUEUE_WITH_SHORT_LEASES = ofQueue(Rule.duration("10 ms", Duration.ofMillis(10)));

	static final PropertyRules OF_CONSOLE = new PropertyRules(Map.of("path",
			Rule.of("a path such as /redis-queue, with letters, digits and the characters . _ ~ -", String.class,
					(path) -> path.matches("(/[A-Za-z0-9_~][A-Za-z0-9._~-]*)+")),
			"refresh",
			Rule.of("a duration between 500 ms and 1 minute, such as 2s", Duration.class,
					(time) -> time.compareTo(Duration.ofMillis(500)) >= 0
							&& time.compareTo(Duration.ofMinutes(1)) <= 0)));

	static final PropertyRules OF_SCHEDULE = new PropertyRules(Map.of("every",
			Rule.of("a duration between 1 second and 365 days in whole milliseconds, such as 30s", Duration.class,
					acceptedBy((every) -> Schedule.every("any", every))),
			"zone", Rule.of("a time zone, such as Europe/Berlin", String.class, acceptedBy(ZoneId::of)), "overlap",
			Rule.of("allow or skip"), "catch-up", Rule.of("none, last or all"), "grace", Rule.NOT_NEGATIVE));

	private static PropertyRules ofQueue(Rule leaseTime) {
		return new PropertyRules(Map.ofEntries(entry("shards", Rule.between(1, ShardedQueue.MAX_SHARDS)),
				entry("lease-time", leaseTime), entry("dedup-window", Rule.NOT_NEGATIVE),
				entry("prefix", Rule.of("not blank", String.class, (prefix) -> !prefix.isBlank())),
				entry("forward-to", Rule.of("the name of a queue", String.class, QueueKeys::isName)),
				entry("rate-limit", RATE), entry("max-leased", Rule.atLeast(1)),
				entry("groups.max-concurrent", Rule.between(1, MOST_OPEN)), entry("groups.rate", RATE),
				entry("listener.auto-startup", Rule.of("true or false")),
				// A text, so that a range, as others take, is refused with what to write
				// instead.
				entry("listener.concurrency",
						Rule.of("a whole number between 1 and 10000", String.class,
								(text) -> text.matches("[1-9]\\d{0,3}|10000"))),
				entry("listener.prefetch", Rule.atLeast(0)),
				entry("listener.batch-size", Rule.between(1, BatchSettings.MAX_SIZE)),
				entry("listener.batch-wait", Rule.NOT_NEGATIVE), entry("listener.poll-interval", Rule.POSITIVE),
				entry("listener.shutdown-timeout", Rule.NOT_NEGATIVE),
				entry("listener.ack-mode", Rule.of("after, before or manual")),
				entry("listener.ack-timeout", Rule.POSITIVE),
				entry("listener.ack-interval", Rule.of("a duration between zero and 1 s", Duration.class,
						(interval) -> !interval.isNegative() && interval.compareTo(Duration.ofSeconds(1)) <= 0)),
				entry("retry.max-retries", Rule.atLeast(0)), entry("retry.max-crashes", Rule.atLeast(1)),
				entry("retry.delay", Rule.NOT_NEGATIVE),
				entry("retry.multiplier",
						Rule.of("a number between 1 and 1000", Double.class,
								(factor) -> factor >= 1 && factor <= 1000)),
				entry("retry.max-delay", Rule.POSITIVE), entry("retry.jitter", Rule.NOT_NEGATIVE),
				entry("retry.retry-for", EXCEPTIONS), entry("retry.never-retry", EXCEPTIONS),
				entry("retry.max-postponed",
						new Rule("zero, or " + Rule.POSITIVE.allowed(),
								(time) -> time.equals(Duration.ZERO) || Rule.POSITIVE.test().test(time))),
				entry("cleaner.light-interval", Rule.POSITIVE), entry("cleaner.deep-interval", Rule.POSITIVE),
				entry("dead-letter.max-length", Rule.atLeast(1)), entry("dead-letter.max-age", Rule.POSITIVE),
				entry("dead-letter.stack-trace-length", Rule.atLeast(0)), entry("health.down-after", Rule.NOT_NEGATIVE),
				entry("history.max-jobs", Rule.between(1, HistoryLimits.MOST_JOBS))));
	}

	private static <T> Predicate<T> acceptedBy(Consumer<T> use) {
		return (value) -> {
			try {
				use.accept(value);
				return true;
			}
			catch (IllegalArgumentException | DateTimeException ex) {
				return false;
			}
		};
	}

	/** The binder converts to classes, but not only to those of exceptions. */
	private static boolean areExceptions(List<?> types) {
		return types.stream().allMatch((type) -> Throwable.class.isAssignableFrom((Class<?>) type));
	}

	@Override
	public Object onSuccess(ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
		if (result instanceof Duration time && !time.isZero()) {
			requireUnit(name, context);
		}
		Rule rule = this.rules.get(name.toString());
		if (rule != null && !rule.test().test(result)) {
			throw refused(Objects.requireNonNull(context.getConfigurationProperty()), rule, result);
		}
		return result;
	}

	private static void requireUnit(ConfigurationPropertyName name, BindContext context) {
		String text = context.getBinder().bind(name, Bindable.of(String.class)).orElse("");
		if (WITHOUT_UNIT.matcher(text).matches()) {
			throw refused(Objects.requireNonNull(context.getConfigurationProperty()),
					Rule.of("a duration with a unit, such as " + text + "s or " + text + "ms"), text);
		}
	}

	@Override
	public @Nullable Object onFailure(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
			Exception error) throws Exception {
		Rule rule = this.rules.get(name.toString());
		ConfigurationProperty property = context.getConfigurationProperty();
		if (rule != null && property != null && error instanceof ConversionException) {
			throw refused(property, rule, property.getValue());
		}
		throw error;
	}

	private static RuntimeException refused(ConfigurationProperty property, Rule rule, Object value) {
		return (property.getOrigin() instanceof Attribute attribute)
				? attribute.refused(property.getValue(), rule.allowed())
				: InvalidQueuePropertyException.of(property.getName().toString(), rule.allowed(), value);
	}

	/**
	 * What is allowed for a property.
	 *
	 * @param allowed a text that follows the words "must be"
	 */
	record Rule(String allowed, Predicate<Object> test) {

		static final Duration LONGEST = Duration.ofDays(365);

		static final Rule POSITIVE = duration("1 ms", Duration.ofMillis(1));

		static final Rule NOT_NEGATIVE = duration("zero", Duration.ZERO);

		/** A rule that the type of the property enforces. */
		static Rule of(String allowed) {
			return new Rule(allowed, (value) -> true);
		}

		static <T> Rule of(String allowed, Class<T> type, Predicate<T> test) {
			return new Rule(allowed, (value) -> test.test(type.cast(value)));
		}

		static Rule atLeast(int least) {
			return of("a whole number of at least " + least, Number.class, (value) -> value.longValue() >= least);
		}

		static Rule between(int least, int most) {
			return of("a whole number between " + least + " and " + most, Number.class,
					(value) -> value.longValue() >= least && value.longValue() <= most);
		}

		static Rule duration(String printed, Duration least) {
			return of("a duration between " + printed + " and 365 days, such as 30s", Duration.class,
					(value) -> value.compareTo(least) >= 0 && value.compareTo(LONGEST) <= 0);
		}

	}

}
