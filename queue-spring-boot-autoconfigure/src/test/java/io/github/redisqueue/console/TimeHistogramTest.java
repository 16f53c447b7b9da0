package io.github.redisqueue.console;

import java.util.concurrent.TimeUnit;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class TimeHistogramTest {

	private static final double[] PERCENTILES = { 0.5, 0.95, 0.99 };

	private final TimeHistogram histogram = new TimeHistogram();

	@Test
	void knowsNothingOfNoTimes() {
		assertThat(this.histogram.take(PERCENTILES)).containsOnly(Double.NaN);
	}

	@ParameterizedTest
	@ValueSource(longs = { 1, 7, 8, 9, 15, 16, 1000, 123_456_789, Long.MAX_VALUE })
	void isWrongByASixteenthAtMost(long micros) {
		this.histogram.record(micros);
		double[] times = this.histogram.take(PERCENTILES);
		assertThat(times[0]).isCloseTo(micros, Percentage.withPercentage(100.0 / 16));
		assertThat(times[2]).isEqualTo(times[0]);
	}

	@Test
	void countsATimeOfNothing() {
		this.histogram.record(0);
		this.histogram.record(-1);
		assertThat(this.histogram.take(PERCENTILES)).containsOnly(0);
	}

	@Test
	void tellsPercentiles() {
		for (int i = 1; i <= 1000; i++) {
			this.histogram.record(TimeUnit.MILLISECONDS.toMicros(i));
		}
		double[] times = this.histogram.take(PERCENTILES);
		assertThat(times[0]).isCloseTo(500_000, Percentage.withPercentage(7));
		assertThat(times[1]).isCloseTo(950_000, Percentage.withPercentage(7));
		assertThat(times[2]).isCloseTo(990_000, Percentage.withPercentage(7));
	}

	@Test
	void beginsAnewWhenTimesAreTaken() {
		this.histogram.record(1);
		this.histogram.take(PERCENTILES);
		assertThat(this.histogram.take(PERCENTILES)).containsOnly(Double.NaN);
	}

}
