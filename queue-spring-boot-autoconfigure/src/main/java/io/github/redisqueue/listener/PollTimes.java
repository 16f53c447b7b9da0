package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

import io.github.redisqueue.background.SharedSchedule;

/**
 * When a listener polls its queue. A poll comes at most 5 % later than the poll interval
 * says. By how much differs by application, so that of several instances one polls first,
 * and the others only learn that it has. Times are rounded up to those of a grid that all
 * listeners of the application share, so that the application wakes up once for many
 * queues.
 */
final class PollTimes {

	private static final double LATER = ThreadLocalRandom.current().nextDouble(0.01, 0.04);

	private static final long GRIDS_PER_INTERVAL = 100;

	private final Duration interval;

	PollTimes(Duration interval) {
		this.interval = interval;
	}

	Duration interval() {
		return this.interval;
	}

	/** The time until the first poll. */
	Duration first() {
		return SharedSchedule.untilNext(this.interval.plus(this.interval.dividedBy(20)));
	}

	/**
	 * The time until the next poll.
	 * @param worthIt the time until another poll is worth it
	 */
	Duration next(Duration worthIt) {
		long now = System.nanoTime();
		long at = now + worthIt.toNanos() + (long) (this.interval.toNanos() * LATER);
		long grid = Math.max(1, this.interval.toNanos() / GRIDS_PER_INTERVAL);
		return Duration.ofNanos(at - now + Math.floorMod(-at, grid));
	}

}
