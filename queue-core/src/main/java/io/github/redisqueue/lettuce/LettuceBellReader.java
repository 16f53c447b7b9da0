package io.github.redisqueue.lettuce;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

import io.github.redisqueue.bell.ConnectedBellReader;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Reads bells without a thread, on the I/O threads of Lettuce. Thread-safe.
 */
public final class LettuceBellReader extends ConnectedBellReader {

	/**
	 * Creates a reader, which connects with the first read. The factory must not share
	 * native connections, because a read blocks all other commands of a connection. The
	 * connector opens and closes connections, which may block.
	 */
	public LettuceBellReader(RedisConnectionFactory connections, Executor connector) {
		super(connections, connector, Runnable::run);
	}

	@Override
	protected CompletionStage<@Nullable WakeUp> pop(RedisConnection open, Duration longest, byte[]... bells) {
		// Lettuce completes the stage with an empty value if no wake-up came in time.
		return LettuceEvaluator.commands(open)
			.blpop(longest.toMillis() / 1000.0, bells)
			.thenApply((popped) -> (popped == null || !popped.hasValue()) ? null
					: WakeUp.of(popped.getKey(), popped.getValue()));
	}

}
