package io.github.redisqueue.samples.shop.payment;

import io.github.redisqueue.samples.shop.order.Order;
import io.github.redisqueue.samples.shop.order.OrderStatus;
import io.github.redisqueue.samples.shop.order.Orders;
import io.github.redisqueue.samples.shop.tenant.Tenant;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendRequest;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Requests refunds. The job is sent after the commit, without an outbox: if that fails,
 * the customer asks again.
 */
@Service
class Refunds {

	private final Orders orders;

	private final QueueOperations queue;

	Refunds(Orders orders, QueueOperations queue) {
		this.orders = orders;
		this.queue = queue;
	}

	/** Returns whether there is such an order, and it was shipped. */
	@Transactional
	boolean request(String id) {
		boolean requested = this.orders.advance(id, OrderStatus.SHIPPED, OrderStatus.REFUND_REQUESTED);
		if (requested) {
			Order order = this.orders.find(id).orElseThrow();
			SendRequest job = SendRequest.of(new RefundRequested(id, order.total()))
				.withId("refund-" + id)
				.withGroup(Tenant.groupOf(order.tenant(), order.customer()));
			this.queue.send(PaymentJobs.QUEUE, Tenant.on(job, order.tenant()));
		}
		return requested;
	}

}
