package io.github.redisqueue.samples.benchmark.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The distribution of measured durations, in milliseconds.
 *
 * @param what what was measured
 * @param count the number of durations
 * @param percentiles the percentiles
 * @param buckets a histogram of the durations
 */
public record Latency(String what, long count, List<Percentile> percentiles, List<Bucket> buckets) {

	private static final double NANOS = 1e6;

	private static final int BUCKETS = 60;

	private static final double[] PERCENTS = { 0, 50, 90, 99, 99.9, 100 };

	/**
	 * A percentile.
	 *
	 * @param percent the percentage of the durations; 0 is the shortest, 100 the longest
	 * duration
	 * @param millis the duration that this percentage does not exceed, in ms
	 */
	public record Percentile(double percent, double millis) {

		/**
		 * Its usual name.
		 * @return a name such as p99
		 */
		public String name() {
			if (this.percent == 0) {
				return "min";
			}
			return (this.percent == 100) ? "max"
					: "p" + String.format(Locale.ROOT, "%s", this.percent).replace(".0", "");
		}

	}

	/**
	 * A bucket of the histogram.
	 *
	 * @param upToMillis the upper bound of the durations, in ms
	 * @param count the number of durations in the bucket
	 */
	public record Bucket(double upToMillis, long count) {

	}

	/**
	 * Converts a histogram of nanoseconds.
	 * @param what what was measured
	 * @param nanos the durations
	 * @return the distribution
	 */
	public static Latency of(String what, Histogram nanos) {
		List<Percentile> percentiles = new ArrayList<>();
		for (double percent : PERCENTS) {
			long value = (percent == 0) ? nanos.getMinValue() : nanos.getValueAtPercentile(percent);
			percentiles.add(new Percentile(percent, value / NANOS));
		}
		return new Latency(what, nanos.getTotalCount(), percentiles, buckets(nanos));
	}

	/**
	 * The buckets up to the 99.9th percentile. Longer durations are shown by the
	 * percentiles only, because the histogram would consist mostly of empty buckets.
	 */
	private static List<Bucket> buckets(Histogram nanos) {
		long end = nanos.getValueAtPercentile(99.9);
		List<Bucket> buckets = new ArrayList<>();
		for (HistogramIterationValue bucket : nanos.linearBucketValues(Math.max(1, end / BUCKETS))) {
			if (bucket.getValueIteratedFrom() > end) {
				break;
			}
			buckets.add(new Bucket(bucket.getValueIteratedTo() / NANOS, bucket.getCountAddedInThisIterationStep()));
		}
		return buckets;
	}

	/**
	 * A percentile.
	 * @param percent one of 0 (the shortest), 50, 90, 99, 99.9, 100 (the longest)
	 * @return the time in milliseconds
	 */
	public double millis(double percent) {
		return this.percentiles.stream()
			.filter((percentile) -> percentile.percent() == percent)
			.findFirst()
			.orElseThrow()
			.millis();
	}

}
