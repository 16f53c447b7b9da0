package io.github.redisqueue;

import java.io.Serializable;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a cleaning dealt with.
 *
 * @param reclaimed the number of jobs with an expired lease that were made ready again
 * @param buried the number of jobs that were buried because workers had crashed too often
 * while they held them
 * @param dropped the number of leftovers of ended jobs that were removed
 * @param buriedIds the ids of the jobs that were buried, {@value #MAX_IDS} at most
 * @serial exclude
 */
public record CleanReport(long reclaimed, long buried, long dropped, List<String> buriedIds) implements Serializable {

	/** The largest number of ids in a report. */
	public static final int MAX_IDS = 500;

	/** The report of a cleaning that changed nothing. */
	public static final CleanReport NOTHING = of(0, 0);

	/**
	 * Copies the ids.
	 */
	public CleanReport {
		buriedIds = buriedIds.stream().limit(MAX_IDS).toList();
	}

	/**
	 * {@return the report of a cleaning that buried nothing}
	 * @param reclaimed the number of jobs that were made ready again
	 * @param dropped the number of leftovers that were removed
	 */
	public static CleanReport of(long reclaimed, long dropped) {
		return new CleanReport(reclaimed, 0, dropped, List.of());
	}

	/**
	 * {@return the sums of some reports}
	 * @param reports the reports
	 */
	public static CleanReport sum(List<CleanReport> reports) {
		return reports.stream().reduce(NOTHING, CleanReport::plus);
	}

	/**
	 * {@return the sums of two reports}
	 * @param other another report
	 */
	public CleanReport plus(CleanReport other) {
		return new CleanReport(this.reclaimed + other.reclaimed, this.buried + other.buried,
				this.dropped + other.dropped,
				Stream.concat(this.buriedIds.stream(), other.buriedIds.stream()).toList());
	}

}
