package io.github.redisqueue;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

import org.jspecify.annotations.Nullable;

/**
 * Ids that contain the time of their creation: UUIDs of version 7 (RFC 9562, section
 * 5.7). Thread-safe.
 */
public final class TimeOrderedId {

	private TimeOrderedId() {
	}

	/**
	 * A new id.
	 * @return a UUID of version 7 in its 36-character form
	 */
	public static String next() {
		ThreadLocalRandom random = ThreadLocalRandom.current();
		long high = (System.currentTimeMillis() << 16) | 0x7000 | random.nextInt(0x1000);
		long low = (random.nextLong() >>> 2) | 0x8000_0000_0000_0000L;
		return new UUID(high, low).toString();
	}

	/**
	 * The time at which an id was created, in ms resolution.
	 * @param id any id
	 * @return its time, or null if the id is not a UUID of version 7
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

	/**
	 * The time since an id was created.
	 * @param id any id
	 * @param now the present time
	 * @return its age, never negative, or null if the id is not a UUID of version 7
	 */
	public static @Nullable Duration ageOf(String id, Instant now) {
		Instant created = timeOf(id);
		if (created == null) {
			return null;
		}
		return created.isAfter(now) ? Duration.ZERO : Duration.between(created, now);
	}

}
