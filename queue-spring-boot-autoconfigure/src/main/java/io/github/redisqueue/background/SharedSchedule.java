package io.github.redisqueue.background;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The times of the repeated activities of this application. Activities with the same
 * interval have the same times, so that the application wakes up once for many queues.
 * Other instances have other times, including those on the same machine.
 */
public final class SharedSchedule {

	private static final long PHASE = ThreadLocalRandom.current().nextLong(Long.MAX_VALUE / 2);

	private SharedSchedule() {
	}

	/** How long it is until the next time: more than zero, at most the interval. */
	public static Duration untilNext(Duration interval) {
		return untilNext(interval, System.nanoTime());
	}

	static Duration untilNext(Duration interval, long now) {
		long nanos = interval.toNanos();
		return Duration.ofNanos(nanos - Math.floorMod(now - PHASE, nanos));
	}

}
