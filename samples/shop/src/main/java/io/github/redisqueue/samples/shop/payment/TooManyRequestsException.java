package io.github.redisqueue.samples.shop.payment;

import java.time.Duration;

/**
 * The provider answered "429 Too Many Requests".
 */
class TooManyRequestsException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final Duration retryAfter;

	TooManyRequestsException(Duration retryAfter) {
		super("429 Too Many Requests, Retry-After: " + retryAfter.toSeconds());
		this.retryAfter = retryAfter;
	}

	Duration retryAfter() {
		return this.retryAfter;
	}

}
