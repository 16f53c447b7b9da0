package io.github.redisqueue.samples.shop.payment;

import java.util.concurrent.CompletableFuture;

import io.github.redisqueue.annotation.QueueHandler;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.listener.PostponeException;
import io.github.redisqueue.samples.shop.order.OrderStatus;
import io.github.redisqueue.samples.shop.order.Orders;
import io.github.redisqueue.samples.shop.shipping.ShipmentRequested;
import io.github.redisqueue.samples.shop.shipping.Shipping;
import io.github.redisqueue.samples.shop.tenant.Tenant;
import jakarta.validation.Valid;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.stereotype.Component;

/**
 * Handles payments and refunds.
 */
@Component
@QueueListener(queue = PaymentJobs.QUEUE, neverRetry = PaymentDeclinedException.class)
class PaymentJobs {

	static final String QUEUE = "payments";

	private static final Logger log = LoggerFactory.getLogger(PaymentJobs.class);

	private final PaymentProvider provider;

	private final Orders orders;

	private final Shipping shipping;

	PaymentJobs(PaymentProvider provider, Orders orders, Shipping shipping) {
		this.provider = provider;
		this.orders = orders;
		this.shipping = shipping;
	}

	/**
	 * Each step may be repeated: the provider charges an order once, and the shipment has
	 * the id of the order. So the job can be handled again wherever it has failed.
	 */
	@QueueHandler
	void pay(@Valid PaymentRequested payment) {
		try {
			this.provider.charge(payment.order(), payment.amount());
		}
		catch (TooManyRequestsException ex) {
			throw new PostponeException(ex.retryAfter(), ex);
		}
		if (this.orders.advance(payment.order(), OrderStatus.PLACED, OrderStatus.PAID)) {
			log.info("Order {} is paid", payment.order());
			// Needs no outbox: if this fails, this job is retried.
			this.shipping.request(new ShipmentRequested(payment.order()), Tenant.current());
		}
	}

	@QueueHandler
	CompletableFuture<Void> refund(@Valid RefundRequested refund) {
		return this.provider.refund(refund.order(), refund.amount())
			.thenRun(() -> this.orders.advance(refund.order(), OrderStatus.REFUND_REQUESTED, OrderStatus.REFUNDED));
	}

}
