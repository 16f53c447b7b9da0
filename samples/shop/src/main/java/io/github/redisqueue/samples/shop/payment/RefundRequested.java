package io.github.redisqueue.samples.shop.payment;

import java.math.BigDecimal;

import io.github.redisqueue.type.JobType;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;

/**
 * A customer gets the money back.
 */
@JobType("refund-requested")
record RefundRequested(@NotBlank String order, @NotNull @Positive BigDecimal amount) {

}
