package io.github.redisqueue.samples.shop.order;

/**
 * How far an order has come.
 */
public enum OrderStatus {

	PLACED, PAID, SHIPPED, REFUND_REQUESTED, REFUNDED

}
