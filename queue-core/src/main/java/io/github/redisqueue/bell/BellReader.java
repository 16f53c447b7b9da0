package io.github.redisqueue.bell;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * Takes wake-ups from bells with {@code BLPOP}, over a connection of its own. One read is
 * under way at a time.
 */
public interface BellReader extends AutoCloseable {

	/**
	 * Waits for a wake-up without blocking the caller. Wake-ups that were there before
	 * are taken at once. A reader may round the longest time. The result is null if none
	 * came in time; after an exception, which this may also throw, the reader opens a new
	 * connection.
	 */
	CompletionStage<@Nullable WakeUp> read(List<byte[]> bells, Duration longest);

	/** Gives up a read that got no reply in time. The next one opens a new connection. */
	void reset();

	/** Closes the connection. A read under way fails, or takes no wake-up any more. */
	@Override
	void close();

	/** A wake-up: the key of a bell, and the number of a shard. */
	record WakeUp(String bell, String value) {

		public static WakeUp of(byte[] bell, byte[] value) {
			return new WakeUp(new String(bell, StandardCharsets.UTF_8), new String(value, StandardCharsets.UTF_8));
		}

	}

}
