package io.github.redisqueue.samples.shop.order;

import java.math.BigDecimal;

/**
 * An order.
 */
public record Order(String id, String tenant, String customer, String sku, int quantity, BigDecimal total,
		OrderStatus status) {

}
