package io.github.redisqueue.autoconfigure.embedded;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.FailureAnalyzedException;

/**
 * The embedded Redis cannot be started or used.
 */
final class EmbeddedRedisException extends FailureAnalyzedException {

	private static final long serialVersionUID = 1L;

	/** An action that is always possible. */
	static final String ELSEWHERE = "use a Redis that is already running, by setting spring.data.redis.host, "
			+ "spring.data.redis.port or another address under spring.data.redis";

	EmbeddedRedisException(String description, String action, @Nullable Throwable cause) {
		super(description, action, cause);
	}

}
