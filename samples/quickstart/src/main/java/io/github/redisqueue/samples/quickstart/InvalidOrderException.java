package io.github.redisqueue.samples.quickstart;

import org.jspecify.annotations.Nullable;

/**
 * Says what is wrong with an order.
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
