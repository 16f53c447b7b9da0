package io.github.redisqueue.samples.quickstart;

import io.github.redisqueue.annotation.QueueHeaders;
import io.github.redisqueue.annotation.QueueListener;

import org.springframework.messaging.handler.annotation.Header;
import org.springframework.stereotype.Component;

/**
 * Ships orders. If the method throws an exception, the order is retried later. After too
 * many failures it becomes a dead letter.
 */
@Component
class OrderHandler {

	static final String QUEUE = "orders";

	private final Catalogue catalogue;

	private final PaymentGateway payments;

	private final Shipments shipments;

	OrderHandler(Catalogue catalogue, PaymentGateway payments, Shipments shipments) {
		this.catalogue = catalogue;
		this.payments = payments;
		this.shipments = shipments;
	}

	@QueueListener(QUEUE)
	void ship(Order order, @Header(QueueHeaders.ID) String id, @Header(QueueHeaders.FAILURES) int failures)
			throws InterruptedException {
		if (this.shipments.contains(id)) {
			return; // a job may be handled again, but an order is shipped only once
		}
		this.catalogue.requireOnSale(order.sku());
		this.payments.charge(id, order.total(), failures);
		this.shipments.add(id);
	}

}
