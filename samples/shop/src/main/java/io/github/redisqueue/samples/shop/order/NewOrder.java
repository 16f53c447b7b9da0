package io.github.redisqueue.samples.shop.order;

import java.math.BigDecimal;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;

/**
 * What a customer orders. The jobs of a customer are a group, whose name has no control
 * characters.
 */
record NewOrder(@Pattern(regexp = "[\\w.-]{1,64}") @NotNull String customer, @NotBlank @Size(max = 64) String sku,
		@Positive int quantity, @NotNull @Positive BigDecimal total) {

}
