package io.github.redisqueue.console;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

/**
 * The latest samples of a queue, as columns of numbers: at most {@value #CAPACITY}, and
 * none older than a quarter of an hour. Thread-safe.
 */
final class QueueHistory {

	static final int CAPACITY = 450;

	private static final Duration LONGEST = Duration.ofMinutes(15);

	private static final int SPARKS = 60;

	private final long[] at = new long[CAPACITY];

	private final long[][] counts = new long[Count.values().length][CAPACITY];

	/** NaN is what is not known. */
	private final float[][] measures = new float[QueueActivity.Measure.values().length][CAPACITY];

	private int size;

	private int next;

	/**
	 * Adds a sample.
	 * @param at its time
	 * @param counts the numbers of jobs by their names
	 * @param activity what this instance did since the sample before, in the order of the
	 * constants
	 */
	synchronized void add(Instant at, Map<?, ?> counts, float[] activity) {
		this.at[this.next] = at.toEpochMilli();
		for (Count count : Count.values()) {
			this.counts[count.ordinal()][this.next] = (counts.get(count.text) instanceof Number number)
					? number.longValue() : 0;
		}
		for (int i = 0; i < activity.length; i++) {
			this.measures[i][this.next] = activity[i];
		}
		this.next = (this.next + 1) % CAPACITY;
		this.size = Math.min(this.size + 1, CAPACITY);
	}

	/** The columns by their names, the oldest samples first. */
	synchronized Map<String, Object> columns() {
		int length = recent();
		Map<String, Object> columns = new LinkedHashMap<>();
		columns.put("at", latest(this.at, length));
		for (Count count : Count.values()) {
			columns.put(count.text, latest(this.counts[count.ordinal()], length));
		}
		for (QueueActivity.Measure measure : QueueActivity.Measure.values()) {
			@Nullable Float[] column = new Float[length];
			for (int i = 0; i < length; i++) {
				column[i] = known(this.measures[measure.ordinal()][index(length, i)]);
			}
			columns.put(measure.text, column);
		}
		return columns;
	}

	private long[] latest(long[] samples, int length) {
		return IntStream.range(0, length).mapToLong((i) -> samples[index(length, i)]).toArray();
	}

	/** The numbers of jobs that were to be handled, the oldest first. */
	synchronized long[] spark() {
		int length = recent();
		int points = Math.min(length, SPARKS);
		long[] spark = new long[points];
		for (int i = 0; i < points; i++) {
			int index = index(length, (int) ((i + 1L) * length / points) - 1);
			for (Count count : Count.values()) {
				spark[i] += count.isToBeHandled ? this.counts[count.ordinal()][index] : 0;
			}
		}
		return spark;
	}

	/** The rates of the latest sample, those that are known. */
	synchronized Map<String, Object> rates() {
		Map<String, Object> rates = new LinkedHashMap<>();
		for (QueueActivity.Measure measure : QueueActivity.Measure.values()) {
			Float value = known(this.measures[measure.ordinal()][(this.next + CAPACITY - 1) % CAPACITY]);
			if (measure.isRate && value != null) {
				rates.put(measure.text, value);
			}
		}
		return rates;
	}

	/** How many samples are recent enough. */
	private int recent() {
		long oldest = System.currentTimeMillis() - LONGEST.toMillis();
		int length = this.size;
		while (length > 0 && this.at[index(length, 0)] < oldest) {
			length--;
		}
		return length;
	}

	/** Where a sample of the latest ones is. */
	private int index(int length, int sample) {
		return (this.next - length + sample + CAPACITY) % CAPACITY;
	}

	private static @Nullable Float known(float value) {
		return Float.isNaN(value) ? null : value;
	}

	/**
	 * What is counted, named as the endpoint names it.
	 */
	enum Count {

		READY("ready", true), DELAYED("delayed", true), WAITING("waiting", true), LEASED("leased", false),

		DEAD("dead", false);

		private final String text;

		private final boolean isToBeHandled;

		Count(String text, boolean isToBeHandled) {
			this.text = text;
			this.isToBeHandled = isToBeHandled;
		}

	}

}
