package io.github.redisqueue;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RateLimitTest {

	private static final Duration SECOND = Duration.ofSeconds(1);

	@ParameterizedTest
	@CsvSource({ "100/s, 100, PT1S, 10", "5/m, 5, PT1M, 1", "30/10s, 30, PT10S, 1", "1000/500ms, 1000, PT0.5S, 200",
			"7/h, 7, PT1H, 1", "1/365d, 1, PT8760H, 1", "2/d, 2, PT24H, 1", "50/ms, 50, PT0.001S, 5000",
			"1000000/ms, 1000000, PT0.001S, 1000000", "19/s, 19, PT1S, 1", "20/s, 20, PT1S, 2",
			"' 12 / 3 m ', 12, PT3M, 1" })
	void isReadFromJobsPerTime(String text, int jobs, Duration period, int burst) {
		assertThat(RateLimit.valueOf(text)).isEqualTo(new RateLimit(jobs, period, burst));
		assertThat(RateLimit.of(jobs, period)).isEqualTo(new RateLimit(jobs, period, burst));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "100", "/s", "100/", "100/x", "100/S", "-1/s", "+1/s", "1.5/s", "1/1.5s", "1/-1s",
			"100 s", "100/s/s", "100/s, burst 10", "1e3/s", "12345678/s", "1/1234567890s", "100/us", "100/w" })
	void aTextThatIsNoLimitIsRefused(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> RateLimit.valueOf(text))
			.withMessage("'" + text + "' is not a rate limit. Allowed are jobs per time, such as 100/s, 5/m or 30/10s, "
					+ "with the units ms, s, m, h and d");
	}

	@Test
	void aTextFromElsewhereIsShownShortenedAndInOneLine() {
		assertThatIllegalArgumentException().isThrownBy(() -> RateLimit.valueOf("1\n/s" + "x".repeat(10_000)))
			.satisfies((ex) -> assertThat(ex.getMessage()).hasSizeLessThan(1000).doesNotContain("\n"));
	}

	@ParameterizedTest
	@CsvSource({ "0/s, number of jobs, 0", "1000001/s, number of jobs, 1000001", "1/0s, period, PT0S",
			"1/366d, period, PT8784H", "1/999999999d, period, between 1 ms and 365 days" })
	void aNumberOutOfItsRangeIsRefusedWithIt(String text, String what, String value) {
		assertThatIllegalArgumentException().isThrownBy(() -> RateLimit.valueOf(text))
			.withMessageContainingAll("The " + what + " of a rate limit must be between", value);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0, -1, 1_000_001 })
	void aBurstOutOfItsRangeIsRefusedWithIt(int burst) {
		RateLimit limit = RateLimit.of(100, SECOND);
		assertThatIllegalArgumentException().isThrownBy(() -> limit.withBurst(burst))
			.withMessage("The burst of a rate limit must be between 1 and 1000000, but is " + burst);
		assertThatIllegalArgumentException().isThrownBy(() -> new RateLimit(100, SECOND, burst))
			.withMessageContaining("burst");
	}

	@ParameterizedTest
	@ValueSource(strings = { "PT0S", "PT-1S", "PT0.000999999S", "PT8760H0.000000001S", "PT2562047788015215H" })
	void aPeriodOutOfItsRangeIsRefusedWithIt(Duration period) {
		assertThatIllegalArgumentException().isThrownBy(() -> RateLimit.of(5, period))
			.withMessage("The period of a rate limit must be between 1 ms and 365 days, but is " + period);
	}

	@Test
	void anotherBurstLeavesTheRate() {
		assertThat(RateLimit.valueOf("100/s").withBurst(3)).isEqualTo(new RateLimit(100, SECOND, 3));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			value = { "100/s | 100/s, burst 10", "60/60s | 60/m, burst 1", "90/90s | 90/90s, burst 1",
					"1/1000ms | 1/s, burst 1", "1/24h | 1/d, burst 1", "1/36h | 1/36h, burst 1",
					"5/250ms | 5/250ms, burst 2" })
	void isShownInTheLargestUnitThatFits(String text, String shown) {
		RateLimit limit = RateLimit.valueOf(text);
		assertThat(limit).hasToString(shown);
		assertThat(RateLimit.valueOf(shown.substring(0, shown.indexOf(',')))).isEqualTo(limit);
	}

	@Test
	void aPeriodThatNoUnitFitsIsShownAsItIs() {
		assertThat(RateLimit.of(5, Duration.ofNanos(1_500_000))).hasToString("5/PT0.0015S, burst 333");
	}

}
