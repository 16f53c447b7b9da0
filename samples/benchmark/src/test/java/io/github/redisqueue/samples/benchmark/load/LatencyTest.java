package io.github.redisqueue.samples.benchmark.load;

import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class LatencyTest {

	@Test
	void percentilesAreThoseOfTheHistogramInMilliseconds() {
		Histogram nanos = new Histogram(3);
		LongStream.rangeClosed(1, 1000).forEach((millis) -> nanos.recordValue(TimeUnit.MILLISECONDS.toNanos(millis)));
		Latency latency = Latency.of("all", Latency.decode(Latency.encode(nanos)));
		assertThat(latency.count()).isEqualTo(1000);
		assertThat(latency.millis().keySet()).containsExactly("min", "p50", "p90", "p99", "p99.9", "max");
		assertThat(latency.millis().get("min")).isCloseTo(1, within(0.01));
		assertThat(latency.millis().get("p50")).isCloseTo(500, within(1.0));
		assertThat(latency.millis().get("p99")).isCloseTo(990, within(1.0));
		assertThat(latency.millis().get("max")).isCloseTo(1000, within(1.0));
	}

	@Test
	void nothingMeasuredIsNoFailure() {
		assertThat(Latency.of("none", new Histogram(3)).count()).isZero();
	}

}
