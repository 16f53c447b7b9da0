package io.github.redisqueue.samples.benchmark.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * How long something took, in milliseconds.
 *
 * @param what what took that long
 * @param count how many times it was measured
 * @param percentiles the time within which so many percent were
 * @param buckets how many took how long
 */
public record Latency(String what, long count, List<Percentile> percentiles, List<Bucket> buckets) {

	private static final double NANOS = 1e6;

	private static final int BUCKETS = 60;

	private static final double[] PERCENTS = { 0, 50, 90, 99, 99.9, 100 };

	/**
	 * So many percent took no longer.
	 *
	 * @param percent how many percent; 0 is for the shortest, 100 for the longest
	 * @param millis how long
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
	 * So many took so long.
	 *
	 * @param upToMillis how long at most
	 * @param count how many
	 */
	public record Bucket(double upToMillis, long count) {

	}

	/**
	 * What a histogram of nanoseconds holds.
	 * @param what what took that long
	 * @param nanos how long it took
	 * @return the same in milliseconds
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
	 * What is slower than 99.9 % is left to the percentiles; here it would take all the
	 * room.
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
