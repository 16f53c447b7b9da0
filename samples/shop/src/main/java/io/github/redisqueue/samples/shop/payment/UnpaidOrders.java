package io.github.redisqueue.samples.shop.payment;

import java.time.Instant;
import java.util.List;

import io.github.redisqueue.annotation.QueueHeaders;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.annotation.QueueSchedule;
import io.github.redisqueue.samples.shop.notification.Notification;
import io.github.redisqueue.samples.shop.notification.Notifications;
import io.github.redisqueue.samples.shop.order.Order;
import io.github.redisqueue.samples.shop.order.Orders;
import io.github.redisqueue.samples.shop.tenant.Tenant;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendRequest;

import org.springframework.messaging.handler.annotation.Header;
import org.springframework.stereotype.Component;

/**
 * Reminds customers each morning of orders that they have not paid: one instance does it
 * for all.
 */
@Component
class UnpaidOrders {

	static final String QUEUE = "unpaid-orders";

	private final QueueOperations queue;

	private final Orders orders;

	UnpaidOrders(QueueOperations queue, Orders orders) {
		this.queue = queue;
		this.orders = orders;
	}

	@QueueSchedule(id = "remind", queue = QUEUE, cron = "${shop.reminders.cron}", zone = "Europe/Berlin",
			overlap = "skip")
	void eachMorning() {
	}

	/**
	 * The ids of the reminders keep a job that is handled again from reminding twice,
	 * while the first reminders are in their queue.
	 */
	@QueueListener(QUEUE)
	void remind(@Header(QueueHeaders.FIRING) Instant firing) {
		List<SendRequest> reminders = this.orders.unpaid().stream().map((order) -> reminder(order, firing)).toList();
		this.queue.sendAll(Notifications.QUEUE, reminders);
	}

	private static SendRequest reminder(Order order, Instant firing) {
		Notification notification = new Notification(order.customer(), "Your order is not paid yet");
		return Tenant.on(SendRequest.of(notification).withId("remind-" + order.id() + "@" + firing), order.tenant());
	}

}
