package io.github.redisqueue.samples.shop.order;

import java.math.BigDecimal;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;

/**
 * What a customer orders.
 */
record NewOrder(@NotBlank @Size(max = 64) String customer, @NotBlank @Size(max = 64) String sku, @Positive int quantity,
		@NotNull @Positive BigDecimal total) {

}
