package io.github.redisqueue.listener.lease;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * When a listener polls its queue. A poll comes at most 5 % later than the poll interval
 * says. Times are rounded up to those of a grid of 4 % of the interval that all listeners
 * of the application share, so that the application wakes up once for many queues. The
 * grids of other applications are shifted, so that of several instances one polls first,
 * and the others only learn that it has.
 */
public final class PollTimes {

	private static final long SHIFT = ThreadLocalRandom.current().nextLong(Long.MAX_VALUE / 4);

	private static final int GRIDS_PER_INTERVAL = 25;

	/** The server may measure the interval a little later than this application. */
	private static final int MARGINS_PER_INTERVAL = 100;

	private final Duration interval;

	public PollTimes(Duration interval) {
		this.interval = interval;
	}

	Duration interval() {
		return this.interval;
	}

	/**
	 * The time until the next poll.
	 * @param worthIt the time until another poll is worth it
	 */
	Duration next(Duration worthIt) {
		return next(worthIt, System.nanoTime());
	}

	Duration next(Duration worthIt, long now) {
		long grid = Math.max(1, this.interval.toNanos() / GRIDS_PER_INTERVAL);
		long earliest = now + worthIt.toNanos() + this.interval.toNanos() / MARGINS_PER_INTERVAL;
		return Duration.ofNanos(earliest - now + Math.floorMod(SHIFT - earliest, grid));
	}

}
