package io.github.redisqueue.samples.quickstart;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Currency;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import org.jspecify.annotations.Nullable;

/**
 * An order, which is also the payload of its job.
 *
 * @param id the number of the order, which is also the id of its job; if it is null, the
 * job gets a generated id
 */
record Order(@Nullable @Pattern(regexp = "[A-Za-z0-9._-]{1,64}") String id, @NotBlank String customer,
		@NotBlank String name, @NotBlank String sku, @NotNull @Positive Integer quantity,
		@NotNull @Positive BigDecimal price, @NotNull Currency currency, @NotNull Instant placed) {

	BigDecimal total() {
		return this.price.multiply(BigDecimal.valueOf(this.quantity));
	}

}
