package io.github.redisqueue.samples.benchmark.load;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;

import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * The distribution of measured durations: how many, and percentiles in milliseconds by
 * their usual names, from {@code min} to {@code max}.
 */
public record Latency(String what, long count, Map<String, Double> millis) {

	private static final double NANOS = 1e6;

	public static Latency of(String what, Histogram nanos) {
		Map<String, Double> millis = new LinkedHashMap<>();
		millis.put("min", millis(nanos, 0));
		for (String percent : List.of("50", "90", "99", "99.9")) {
			millis.put("p" + percent, millis(nanos, Double.parseDouble(percent)));
		}
		millis.put("max", millis(nanos, 100));
		return new Latency(what, nanos.getTotalCount(), millis);
	}

	/** A percentile of nanoseconds, in ms; 0 is the shortest. */
	public static double millis(Histogram nanos, double percent) {
		return ((percent == 0) ? nanos.getMinValue() : nanos.getValueAtPercentile(percent)) / NANOS;
	}

	/** An empty histogram of nanoseconds, which is thread-safe. */
	public static Histogram histogram() {
		Histogram histogram = new ConcurrentHistogram(TimeUnit.HOURS.toNanos(1), 3);
		histogram.setAutoResize(true);
		return histogram;
	}

	/** Writes a histogram as a word, with which processes tell each other. */
	public static String encode(Histogram nanos) {
		ByteBuffer bytes = ByteBuffer.allocate(nanos.getNeededByteBufferCapacity());
		int length = nanos.encodeIntoCompressedByteBuffer(bytes);
		return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
	}

	public static Histogram decode(String word) {
		try {
			return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getDecoder().decode(word)), 0);
		}
		catch (DataFormatException ex) {
			throw new IllegalStateException("The answer of a process is damaged", ex);
		}
	}

}
