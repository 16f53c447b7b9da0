package io.github.redisqueue.listener;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Cause.Reason;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.retry.RetryPolicy;
import org.springframework.util.backoff.BackOffExecution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Settings of listeners, and what they say of failures.
 */
class ListenerSettingsTest {

	private static RetrySettings settings(RetryPolicy policy) {
		return new RetrySettings(policy, null, 100, null, null);
	}

	private static List<Long> delays(RetryPolicy policy, int failures) {
		return IntStream.range(0, failures)
			.mapToObj((failure) -> settings(policy).delay(lease(failure)).toMillis())
			.toList();
	}

	private static Lease lease(int failures) {
		return Lease.builder("orders", Job.of("first", new byte[0])).failures(failures).build();
	}

	@Test
	void delaysGrowAsThePolicySays() {
		RetryPolicy policy = RetryPolicy.builder()
			.delay(Duration.ofMillis(100))
			.multiplier(2)
			.maxDelay(Duration.ofMillis(500))
			.maxRetries(10)
			.build();
		assertThat(delays(policy, 5)).containsExactly(100L, 200L, 400L, 500L, 500L);
	}

	@Test
	void theLastDelayStaysWhenThePolicyKnowsNoFurther() {
		RetryPolicy policy = RetryPolicy.builder().delay(Duration.ofMillis(100)).multiplier(2).maxRetries(2).build();
		assertThat(delays(policy, 4)).containsExactly(100L, 200L, 200L, 200L);
	}

	@Test
	void aPolicyThatKnowsNoDelayMakesNone() {
		assertThat(delays(RetryPolicy.withMaxRetries(0), 2)).containsExactly(0L, 0L);
	}

	@Test
	void aDelayThatIsTooLongBecomesTheLongest() {
		RetryPolicy policy = RetryPolicy.builder()
			.maxRetries(1)
			.delay(Duration.ofDays(400))
			.maxDelay(Duration.ofMillis(Long.MAX_VALUE))
			.build();
		assertThat(settings(policy).delay(lease(0))).isEqualTo(Job.MAX_DELAY);
	}

	@Test
	void aDelayThatHasOverflowedIsNone() {
		RetryPolicy policy = RetryPolicy.builder()
			.maxRetries(Long.MAX_VALUE)
			.delay(Duration.ofMillis(1))
			.multiplier(1000)
			.maxDelay(Duration.ofDays(365))
			.jitter(Duration.ofDays(365))
			.build();
		assertThat(IntStream.range(0, 100).mapToLong((i) -> delays(policy, 20).get(19)))
			.allMatch((delay) -> delay >= 0);
	}

	@Test
	void thePolicyTellsWhatIsRetried() {
		RetrySettings settings = settings(RetryPolicy.builder().excludes(IOException.class).build());
		assertThat(settings.policy().shouldRetry(new IllegalStateException())).isTrue();
		assertThat(settings.policy().shouldRetry(new IOException())).isFalse();
	}

	@Test
	void causesTellTheReasonAndTheBeginningOfTheStackTrace() {
		RetrySettings settings = settings(RetryPolicy.withDefaults());
		Cause retried = settings.cause(Reason.FAILURES, new IOException("Disk full"));
		assertThat(retried.reason()).isEqualTo(Reason.FAILURES);
		assertThat(retried.exception()).isEqualTo(IOException.class.getName());
		assertThat(retried.message()).isEqualTo("Disk full");
		assertThat(retried.stackTrace()).hasSize(100);
	}

	private static void assertRefused(@Nullable Integer maxRetries, int stackTraceLength,
			@Nullable Duration maxPostponed, String message) {
		assertThatIllegalArgumentException().isThrownBy(
				() -> new RetrySettings(RetryPolicy.withDefaults(), maxRetries, stackTraceLength, maxPostponed, null))
			.withMessage(message);
	}

	private static void assertRefused(ListenerSettings.Builder settings, String message) {
		assertThatIllegalArgumentException().isThrownBy(settings::build).withMessage(message);
	}

	@Test
	void impossibleOnesAreRefused() {
		assertRefused(null, -1, null, "The stack trace length of a listener must be at least 0, but is -1");
		assertRefused(-1, 0, null, "The maximum number of retries of a listener must be at least 0, but is -1");
		assertRefused(null, 0, Duration.ZERO,
				"The longest time of postponing of a listener must be between 1 ms and 365 days, but is PT0S");
		assertRefused(Listening.settings().concurrency(0),
				"The concurrency of a listener must be between 1 and 10000, but is 0");
		assertRefused(Listening.settings().concurrency(10_001),
				"The concurrency of a listener must be between 1 and 10000, but is 10001");
		assertRefused(Listening.settings().prefetch(-1), "The prefetch of a listener must be at least 0, but is -1");
		assertRefused(Listening.settings().pollInterval(Duration.ZERO),
				"The poll interval of a listener must be between 1 ms and 365 days, but is PT0S");
		assertRefused(Listening.settings().pollInterval(Duration.ofSeconds(Long.MAX_VALUE)),
				"The poll interval of a listener must be between 1 ms and 365 days, but is PT2562047788015215H30M7S");
		assertRefused(Listening.settings().shutdownTimeout(Duration.ofSeconds(-1)),
				"The shutdown timeout of a listener must be between zero and 365 days, but is PT-1S");
		assertRefused(Listening.settings().shutdownTimeout(Duration.ofDays(366)),
				"The shutdown timeout of a listener must be between zero and 365 days, but is PT8784H");
	}

	@Test
	void theSmallestAreTaken() {
		assertThat(new RetrySettings(RetryPolicy.withDefaults(), 0, 0, Duration.ofMillis(1), null).maxRetries())
			.isZero();
		ListenerSettings settings = Listening.settings()
			.concurrency(1)
			.prefetch(0)
			.pollInterval(Duration.ofMillis(1))
			.shutdownTimeout(Duration.ZERO)
			.build();
		assertThat(settings.concurrency()).isEqualTo(1);
	}

	@Test
	void aRetryThatAHandlerAsksForIsLimitedLikeAnyOther() {
		FailureDecisions decisions = new FailureDecisions(
				new RetrySettings(RetryPolicy.withDefaults(), 1, 0, null, null), null, 5);
		Decision first = decisions.retry(lease(0), Duration.ofSeconds(5));
		assertThat(first.outcome()).isEqualTo(Outcome.RETRY);
		assertThat(first.delay()).isEqualTo(Duration.ofSeconds(5));
		Decision last = decisions.retry(lease(1), Duration.ofSeconds(5));
		assertThat(last.outcome()).isEqualTo(Outcome.BURY);
		assertThat(last.failure().cause().reason()).isEqualTo(Cause.Reason.FAILURES);
	}

	@ParameterizedTest
	@CsvSource({ "0, 0", "3, 3", "9, 5", "-1, 5", "many, 5", ", 5" })
	void aJobLowersTheNumberOfRetriesAndNeverRaisesIt(String header, int expected) {
		Map<String, String> headers = (header != null) ? Map.of(OwnRetries.MAX_RETRIES, header) : Map.of();
		assertThat(OwnRetries.maxRetries(job(headers), 5)).isEqualTo(expected);
	}

	@Test
	void aJobHasItsOwnDelays() {
		String header = OwnRetries.backoff(Duration.ofMillis(4), 2.5, Duration.ofMillis(20));
		assertThat(header).isEqualTo("PT0.004S 2.5 PT0.02S");
		BackOffExecution delays = OwnRetries.backoff(job(Map.of(OwnRetries.BACKOFF, header))).start();
		assertThat(List.of(delays.nextBackOff(), delays.nextBackOff(), delays.nextBackOff())).containsExactly(4L, 10L,
				20L);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "1s", "PT1S", "PT1S 2", "PT1S x PT2S", "PT1S 2 x", "PT2S 2 PT1S", "PT1S NaN PT2S" })
	void delaysThatCannotBeReadAreThoseOfTheListener(String header) {
		assertThat(OwnRetries.backoff(job(Map.of(OwnRetries.BACKOFF, header)))).isNull();
	}

	@Test
	void delaysOutOfRangeAreRefused() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> OwnRetries.backoff(Duration.ZERO, 1, Duration.ofSeconds(1)))
			.withMessageEndingWith("but has PT0S, 1.0 and PT1S");
	}

	private static Job job(Map<String, String> headers) {
		return Job.of(new byte[0]).withHeaders(headers);
	}

}
