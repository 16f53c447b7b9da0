package io.github.redisqueue.samples.shop.shipping;

import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.samples.shop.notification.Notification;
import io.github.redisqueue.samples.shop.notification.Notifications;
import io.github.redisqueue.samples.shop.order.OrderStatus;
import io.github.redisqueue.samples.shop.order.Orders;
import io.github.redisqueue.samples.shop.tenant.Tenant;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendRequest;
import jakarta.validation.Valid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.stereotype.Component;

/**
 * Ships orders that are paid.
 */
@Component
public class Shipping {

	private static final String QUEUE = "shipments";

	private static final Logger log = LoggerFactory.getLogger(Shipping.class);

	private final QueueOperations queue;

	private final Orders orders;

	Shipping(QueueOperations queue, Orders orders) {
		this.queue = queue;
		this.orders = orders;
	}

	/**
	 * Requests a shipment. A second request for the order is no second job.
	 * @param shipment the shipment
	 * @param tenant the tenant
	 */
	public void request(ShipmentRequested shipment, String tenant) {
		this.queue.send(QUEUE, Tenant.on(SendRequest.of(shipment).withId(shipment.order()), tenant));
	}

	@QueueListener(QUEUE)
	void ship(@Valid ShipmentRequested shipment) {
		if (!this.orders.advance(shipment.order(), OrderStatus.PAID, OrderStatus.SHIPPED)) {
			throw new IllegalStateException("Order " + shipment.order() + " is not paid");
		}
		log.info("Order {} is shipped", shipment.order());
		String customer = this.orders.find(shipment.order()).orElseThrow().customer();
		Notification notification = new Notification(customer, "Your order is on its way");
		this.queue.send(Notifications.QUEUE,
				Tenant.on(SendRequest.of(notification).withId("shipped-" + shipment.order()), Tenant.current()));
	}

}
