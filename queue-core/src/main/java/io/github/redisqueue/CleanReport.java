package io.github.redisqueue;

/**
 * What a cleaning did.
 *
 * @param reclaimed how many abandoned jobs are ready again
 * @param buried how many abandoned jobs had crashed too often and are dead now
 * @param dropped how many leftovers of jobs that no longer exist were removed
 */
public record CleanReport(long reclaimed, long buried, long dropped) {

	/** A cleaning that found nothing to do. */
	public static final CleanReport NOTHING = new CleanReport(0, 0, 0);

	/**
	 * Both cleanings together.
	 * @param other another report
	 * @return the sums
	 */
	public CleanReport plus(CleanReport other) {
		return new CleanReport(this.reclaimed + other.reclaimed, this.buried + other.buried,
				this.dropped + other.dropped);
	}

}
