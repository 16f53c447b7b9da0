package io.github.redisqueue.samples.shop.order;

import java.math.BigDecimal;

/**
 * An order was placed. The database keeps this event until all who need it have handled
 * it, so it contains everything that they need.
 *
 * @param id the id of the event, the same whenever the event is repeated
 * @param order the id of the order
 * @param tenant the tenant
 * @param customer the customer
 * @param total what the customer has to pay
 */
public record OrderPlaced(String id, String order, String tenant, String customer, BigDecimal total) {

}
