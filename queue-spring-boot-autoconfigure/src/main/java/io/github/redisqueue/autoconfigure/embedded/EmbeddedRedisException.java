package io.github.redisqueue.autoconfigure.embedded;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.FailureAnalyzedException;

/**
 * Says why there is no embedded Redis, and what to do about it.
 */
final class EmbeddedRedisException extends FailureAnalyzedException {

	private static final long serialVersionUID = 1L;

	/** The way out that is always open. */
	static final String ELSEWHERE = "use a Redis that runs already, by setting spring.data.redis.host, "
			+ "spring.data.redis.port or another address under spring.data.redis";

	EmbeddedRedisException(String description, String action, @Nullable Throwable cause) {
		super(description, action, cause);
	}

}
