package io.github.redisqueue;

import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;

/**
 * Ids that contain a time, mostly that of their creation: UUIDs of version 7 (RFC 9562,
 * section 5.7). Thread-safe.
 */
public final class TimeOrderedId {

	/** The latest time that an id can contain. */
	public static final Instant LATEST = Instant.ofEpochMilli((1L << 48) - 1);

	private TimeOrderedId() {
	}

	/**
	 * {@return a new id, a UUID of version 7 in its 36-character form}
	 */
	public static String next() {
		return with(System.currentTimeMillis(), 0, ThreadLocalRandom.current());
	}

	/**
	 * {@return a new id that contains the ready time of its job}
	 * @param readyAt the time, from 1970 to the year 10889; fractions of milliseconds are
	 * cut off
	 * @throws IllegalArgumentException if the time is out of this range
	 */
	public static String next(Instant readyAt) {
		return next(readyAt, ThreadLocalRandom.current());
	}

	static String next(Instant readyAt, RandomGenerator random) {
		if (readyAt.isBefore(Instant.EPOCH) || readyAt.isAfter(LATEST)) {
			throw new IllegalArgumentException(
					"The time of an id must be between " + Instant.EPOCH + " and " + LATEST + ", but is " + readyAt);
		}
		// Processes that go on from one snapshot have the same random numbers. Where they
		// have the same ready time, too, the moment tells their ids apart.
		return with(readyAt.toEpochMilli(), System.nanoTime(), random);
	}

	private static String with(long millis, long moment, RandomGenerator random) {
		long high = (millis << 16) | 0x7000 | random.nextInt(0x1000);
		long low = ((random.nextLong() ^ moment) >>> 2) | 0x8000_0000_0000_0000L;
		return new UUID(high, low).toString();
	}

	/**
	 * {@return the time that an id contains, in milliseconds, or null if it is not a UUID
	 * of version 7}
	 * @param id any id
	 */
	public static @Nullable Instant timeOf(String id) {
		if (id.length() != 36 || id.charAt(14) != '7') {
			return null;
		}
		try {
			return Instant.ofEpochMilli(UUID.fromString(id).getMostSignificantBits() >>> 16);
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

}
