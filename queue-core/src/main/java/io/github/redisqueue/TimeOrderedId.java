package io.github.redisqueue;

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
	 * {@return a new id, a UUID of version 7 in its 36-character form}
	 */
	public static String next() {
		ThreadLocalRandom random = ThreadLocalRandom.current();
		long high = (System.currentTimeMillis() << 16) | 0x7000 | random.nextInt(0x1000);
		long low = (random.nextLong() >>> 2) | 0x8000_0000_0000_0000L;
		return new UUID(high, low).toString();
	}

	/**
	 * {@return the time at which an id was created, in milliseconds, or null if it is not
	 * a UUID of version 7}
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
