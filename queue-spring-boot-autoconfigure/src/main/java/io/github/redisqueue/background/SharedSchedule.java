package io.github.redisqueue.background;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The times at which this application does what it repeats: all that has the same
 * interval at the same times, so that it wakes up once for many queues. Other instances
 * have other times, also those on the same machine, which read the same clock.
 */
public final class SharedSchedule {

	private static final long PHASE = ThreadLocalRandom.current().nextLong(Long.MAX_VALUE / 2);

	private SharedSchedule() {
	}

	/**
	 * How long it is until the next time.
	 * @param interval the interval between two times, more than zero
	 * @return more than zero, the interval at most
	 */
	public static Duration untilNext(Duration interval) {
		return untilNext(interval, System.nanoTime());
	}

	static Duration untilNext(Duration interval, long now) {
		long nanos = interval.toNanos();
		return Duration.ofNanos(nanos - Math.floorMod(now - PHASE, nanos));
	}

}
