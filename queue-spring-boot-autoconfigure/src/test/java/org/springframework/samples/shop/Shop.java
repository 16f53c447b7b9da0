package org.springframework.samples.shop;

import io.github.redisqueue.annotation.QueueListener;

import org.springframework.stereotype.Component;

/**
 * A component of an application whose packages have the names of Spring's.
 */
@Component
public class Shop {

	@QueueListener(queue = "orders")
	void handle(String order) {
	}

	/**
	 * One that is no component.
	 */
	public static class Depot {

		@QueueListener(queue = "orders")
		void handle(String order) {
		}

	}

}
