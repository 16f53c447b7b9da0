/**
 * Shipping: the queue {@code shipments}.
 */
@NullMarked
package io.github.redisqueue.samples.shop.shipping;

import org.jspecify.annotations.NullMarked;
