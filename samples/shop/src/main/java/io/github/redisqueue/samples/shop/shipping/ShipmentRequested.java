package io.github.redisqueue.samples.shop.shipping;

import jakarta.validation.constraints.NotBlank;

/**
 * An order is paid, and can be shipped.
 *
 * @param order the id of the order, which is also the id of the job
 */
public record ShipmentRequested(@NotBlank String order) {

}
