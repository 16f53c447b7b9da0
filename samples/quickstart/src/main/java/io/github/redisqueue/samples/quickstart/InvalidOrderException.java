package io.github.redisqueue.samples.quickstart;

import org.jspecify.annotations.Nullable;

/**
 * Thrown for an invalid order. The message gives the reason.
 */
class InvalidOrderException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	InvalidOrderException(String reason) {
		this(reason, null);
	}

	InvalidOrderException(String reason, @Nullable Throwable cause) {
		super(reason, cause);
	}

}
