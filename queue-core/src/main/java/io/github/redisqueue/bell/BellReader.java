package io.github.redisqueue.bell;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * Takes tokens from bells with {@code BLPOP}, over a connection of its own. One read is
 * under way at a time.
 */
public interface BellReader extends AutoCloseable {

	/**
	 * Waits for a token without blocking the caller. Tokens that were there before are
	 * taken at once.
	 * @param bells the keys of the bells
	 * @param longest the longest time to wait; a reader may round it
	 * @return the token, null if none came in time, or an exception of Redis or of the
	 * client; after an exception the reader opens a new connection
	 */
	CompletionStage<@Nullable Token> read(List<String> bells, Duration longest);

	/**
	 * Gives up a read that got no reply in time. The next one opens a new connection.
	 */
	void reset();

	/**
	 * Closes the connection. A read under way fails, or takes no token any more.
	 */
	@Override
	void close();

	/**
	 * A token.
	 *
	 * @param bell the key of the bell
	 * @param value the number of a shard
	 */
	record Token(String bell, String value) {

	}

}
