package io.github.redisqueue.samples.shop.payment;

import io.github.redisqueue.annotation.DeadLetterHandler;
import io.github.redisqueue.samples.shop.notification.Notification;
import io.github.redisqueue.samples.shop.notification.Notifications;
import io.github.redisqueue.samples.shop.order.Orders;
import io.github.redisqueue.samples.shop.tenant.Tenant;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendRequest;

import org.springframework.messaging.Message;
import org.springframework.stereotype.Component;

/**
 * Tells customers whose payment has become a dead letter. Refunds have another type, so
 * they are not told here.
 */
@Component
class LostPayments {

	private final QueueOperations queue;

	private final Orders orders;

	LostPayments(QueueOperations queue, Orders orders) {
		this.queue = queue;
		this.orders = orders;
	}

	@DeadLetterHandler(PaymentJobs.QUEUE)
	void tell(Message<PaymentRequested> payment) {
		String order = payment.getPayload().order();
		String customer = this.orders.find(order).orElseThrow().customer();
		Notification notification = new Notification(customer, "Your order waits for another means of payment");
		this.queue.send(Notifications.QUEUE,
				Tenant.on(SendRequest.of(notification).withId("unpaid-" + order), Tenant.of(payment.getHeaders())));
	}

}
