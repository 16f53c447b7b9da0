package io.github.redisqueue.testing.shop;

import io.github.redisqueue.annotation.DeadLetterHandler;

import org.springframework.stereotype.Component;

/**
 * Is called for orders that could not be shipped.
 */
@Component
class Apologies {

	@DeadLetterHandler("orders")
	void apologize(Order order) {
		// An application would send a mail.
	}

}
