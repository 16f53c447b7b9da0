package io.github.redisqueue.console;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

import io.github.redisqueue.admin.Entries;
import io.github.redisqueue.console.QueueActivity.Measure;
import org.jspecify.annotations.Nullable;

/**
 * The latest samples of a queue, as columns of numbers: at most {@value #CAPACITY}, and
 * none older than a quarter of an hour. Thread-safe.
 */
final class QueueHistory {

	static final int CAPACITY = 450;

	private static final Duration LONGEST = Duration.ofMinutes(15);

	private static final int SPARKS = 60;

	/** What is counted, named as the endpoint names it. */
	private static final List<String> COUNTS = List.of("ready", "delayed", "waiting", "leased", "dead");

	/** So many of these are jobs that are to be handled. */
	private static final int TO_BE_HANDLED = 3;

	/** The oldest one first. */
	private final Deque<Sample> samples = new ArrayDeque<>();

	/**
	 * Adds a sample: the numbers of jobs by their names, and what this instance did since
	 * the sample before, in the order of the measures, which is not to be changed.
	 */
	synchronized void add(Instant at, Map<?, ?> counts, float[] activity) {
		long[] numbers = COUNTS.stream()
			.mapToLong((name) -> (counts.get(name) instanceof Number number) ? number.longValue() : 0)
			.toArray();
		this.samples.add(new Sample(at.toEpochMilli(), numbers, activity));
		if (this.samples.size() > CAPACITY) {
			this.samples.remove();
		}
		forget();
	}

	private void forget() {
		long oldest = System.currentTimeMillis() - LONGEST.toMillis();
		this.samples.removeIf((sample) -> sample.at() < oldest);
	}

	/** The columns by their names, the oldest samples first. */
	synchronized Map<String, Object> columns() {
		forget();
		Map<String, Object> columns = new LinkedHashMap<>();
		columns.put("at", this.samples.stream().mapToLong(Sample::at).toArray());
		for (int i = 0; i < COUNTS.size(); i++) {
			int count = i;
			columns.put(COUNTS.get(i), this.samples.stream().mapToLong((sample) -> sample.counts[count]).toArray());
		}
		for (Measure measure : Measure.values()) {
			columns.put(measure.text,
					this.samples.stream().map((sample) -> sample.known(measure)).toArray(Float[]::new));
		}
		return columns;
	}

	/** The numbers of jobs that were to be handled, the oldest first. */
	synchronized long[] spark() {
		forget();
		List<Sample> all = List.copyOf(this.samples);
		int points = Math.min(all.size(), SPARKS);
		return LongStream.rangeClosed(1, points)
			.map((point) -> all.get((int) (point * all.size() / points) - 1).toBeHandled())
			.toArray();
	}

	/** The rates of the latest sample, those that are known. */
	synchronized Map<String, Object> rates() {
		Entries rates = new Entries();
		Sample latest = this.samples.peekLast();
		for (Measure measure : Measure.values()) {
			rates.with(measure.text, (latest != null && measure.isRate) ? latest.known(measure) : null);
		}
		return rates;
	}

	/**
	 * What was seen at a time.
	 *
	 * @param at the time, in milliseconds since 1970
	 * @param counts the numbers of jobs, in the order of {@link #COUNTS}
	 * @param measures what the instance did; NaN is what is not known
	 */
	private record Sample(long at, long[] counts, float[] measures) {

		long toBeHandled() {
			return Arrays.stream(this.counts, 0, TO_BE_HANDLED).sum();
		}

		@Nullable Float known(Measure measure) {
			float value = this.measures[measure.ordinal()];
			return Float.isNaN(value) ? null : value;
		}

	}

}
