package io.github.redisqueue.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;

import io.github.redisqueue.annotation.RetryOverrides;
import io.github.redisqueue.annotation.UnreadableJobException;
import io.github.redisqueue.listener.RetrySettings;
import org.jspecify.annotations.Nullable;

import org.springframework.core.retry.RetryPolicy;

/**
 * Converts the properties that are about failures, and the attributes of a listener that
 * override them.
 */
final class RetrySettingsMapper {

	private final OptionPicker options;

	RetrySettingsMapper(OptionPicker options) {
		this.options = options;
	}

	/**
	 * The settings of a listener, without the beans that its attributes name.
	 */
	RetrySettings settings(String queue, RetryOverrides overrides) {
		int stackTraceLength = this.options
			.pick(queue, "dead-letter.stack-trace-length", (options) -> options.getDeadLetter().getStackTraceLength(),
					RetrySettings.defaults().stackTraceLength())
			.mustBe((number) -> number >= 0, "at least 0");
		return RetrySettings.builder()
			.policy(policy(queue, overrides))
			.maxRetries(overrides.maxRetries())
			.stackTraceLength(stackTraceLength)
			.maxPostponed(maxPostponed(queue))
			.build();
	}

	private @Nullable Duration maxPostponed(String queue) {
		Duration limit = this.options
			.pick(queue, "retry.max-postponed", (options) -> options.getRetry().getMaxPostponed(), Duration.ZERO)
			.mustBe((time) -> time.isZero() || Durations.POSITIVE.test(time), "zero, or " + Durations.POSITIVE_TEXT);
		return limit.isZero() ? null : limit;
	}

	/** Without a maximum number of retries, because the queue limits them. */
	private RetryPolicy policy(String queue, RetryOverrides overrides) {
		RetryOverrides.Delays delays = overrides.delays();
		Option<Duration> first = this.options
			.pick(queue, "retry.delay", (options) -> options.getRetry().getDelay(), RetrySettings.DEFAULT_DELAY)
			.overriddenBy("backoff.delay", delays.first());
		Duration delay = first.mustBe(Durations.NOT_NEGATIVE, Durations.NOT_NEGATIVE_TEXT);
		double multiplier = this.options
			.pick(queue, "retry.multiplier", (options) -> options.getRetry().getMultiplier(),
					RetrySettings.DEFAULT_MULTIPLIER)
			.overriddenBy("backoff.multiplier", delays.multiplier())
			.mustBe((factor) -> factor >= 1 && factor <= 1000, "between 1 and 1000");
		Option<Duration> longest = this.options
			.pick(queue, "retry.max-delay", (options) -> options.getRetry().getMaxDelay(),
					RetrySettings.DEFAULT_MAX_DELAY)
			.overriddenBy("backoff.maxDelay", delays.max());
		longest.mustBe(Durations.POSITIVE, Durations.POSITIVE_TEXT);
		Duration maxDelay = longest.mustBe((most) -> most.compareTo(delay) >= 0,
				"at least the delay after the first failure, " + Option.print(delay));
		Duration jitter = this.options
			.pick(queue, "retry.jitter", (options) -> options.getRetry().getJitter(), RetrySettings.DEFAULT_JITTER)
			.overriddenBy("backoff.jitter", delays.jitter())
			.mustBe(Durations.NOT_NEGATIVE, Durations.NOT_NEGATIVE_TEXT);
		return RetryPolicy.builder()
			.maxRetries(Long.MAX_VALUE)
			.delay(delay)
			.multiplier(multiplier)
			.maxDelay(maxDelay)
			.jitter(jitter)
			.includes(exceptions(queue, "retry.retry-for", RetryOptions::getRetryFor, overrides.retryFor()))
			.excludes(UnreadableJobException.class)
			.excludes(exceptions(queue, "retry.never-retry", RetryOptions::getNeverRetry, overrides.neverRetry()))
			.build();
	}

	private List<Class<? extends Throwable>> exceptions(String queue, String name,
			Function<RetryOptions, @Nullable List<Class<? extends Throwable>>> getter,
			@Nullable List<Class<? extends Throwable>> override) {
		List<Class<? extends Throwable>> property = this.options
			.pick(queue, name, (options) -> getter.apply(options.getRetry()), List.<Class<? extends Throwable>>of())
			.mustBe((types) -> types.stream().allMatch(Throwable.class::isAssignableFrom),
					"a list of exception classes");
		return (override != null) ? override : property;
	}

}
