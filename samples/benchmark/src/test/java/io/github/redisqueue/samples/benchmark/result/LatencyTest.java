package io.github.redisqueue.samples.benchmark.result;

import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class LatencyTest {

	@Test
	void percentilesAreThoseOfTheHistogramInMillisecondsAndBucketsHoldAllButTheSlowest() {
		Histogram nanos = new Histogram(3);
		LongStream.rangeClosed(1, 1000).forEach((millis) -> nanos.recordValue(TimeUnit.MILLISECONDS.toNanos(millis)));
		Latency latency = Latency.of("all", nanos);
		assertThat(latency.count()).isEqualTo(1000);
		assertThat(latency.millis(0)).isCloseTo(1, within(0.01));
		assertThat(latency.millis(50)).isCloseTo(500, within(1.0));
		assertThat(latency.millis(99)).isCloseTo(990, within(1.0));
		assertThat(latency.millis(100)).isCloseTo(1000, within(1.0));
		assertThat(latency.percentiles()).extracting(Latency.Percentile::name)
			.containsExactly("min", "p50", "p90", "p99", "p99.9", "max");
		assertThat(latency.buckets().stream().mapToLong(Latency.Bucket::count).sum()).isBetween(990L, 1000L);
	}

	@Test
	void nothingMeasuredIsNoFailure() {
		assertThat(Latency.of("none", new Histogram(3)).count()).isZero();
	}

}
