package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.redisqueue.Job;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.util.backoff.BackOffExecution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class OwnRetriesTest {

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
