package io.github.redisqueue.listener;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Cause.Reason;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.core.retry.RetryPolicy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RetrySettingsTest {

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

	@Test
	void impossibleOnesAreRefused() {
		assertRefused(null, -1, null, "The stack trace length of a listener must be at least 0, but is -1");
		assertRefused(-1, 0, null, "The maximum number of retries of a listener must be at least 0, but is -1");
		assertRefused(null, 0, Duration.ZERO,
				"The longest time of postponing of a listener must be between 1 ms and 365 days, but is PT0S");
	}

	@Test
	void theSmallestAreTaken() {
		assertThat(new RetrySettings(RetryPolicy.withDefaults(), 0, 0, Duration.ofMillis(1), null).maxRetries())
			.isZero();
	}

}
