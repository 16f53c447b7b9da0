package io.github.redisqueue;

import java.io.Serializable;

/**
 * The numbers of jobs and leftovers that a cleaning dealt with.
 *
 * @param reclaimed the number of jobs with an expired lease that were made ready again
 * @param buried the number of jobs that were buried because workers had crashed too often
 * while they held them
 * @param dropped the number of leftovers of ended jobs that were removed
 */
public record CleanReport(long reclaimed, long buried, long dropped) implements Serializable {

	/** The report of a cleaning that changed nothing. */
	public static final CleanReport NOTHING = new CleanReport(0, 0, 0);

	/**
	 * The sums of two reports.
	 * @param other another report
	 * @return the sums
	 */
	public CleanReport plus(CleanReport other) {
		return new CleanReport(this.reclaimed + other.reclaimed, this.buried + other.buried,
				this.dropped + other.dropped);
	}

}
