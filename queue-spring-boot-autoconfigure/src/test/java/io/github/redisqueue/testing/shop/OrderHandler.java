package io.github.redisqueue.testing.shop;

import io.github.redisqueue.annotation.QueueListener;

import org.springframework.stereotype.Component;

@Component
class OrderHandler {

	private final Shipments shipments;

	OrderHandler(Shipments shipments) {
		this.shipments = shipments;
	}

	@QueueListener("orders")
	void ship(Order order) {
		this.shipments.ship(order);
	}

}
