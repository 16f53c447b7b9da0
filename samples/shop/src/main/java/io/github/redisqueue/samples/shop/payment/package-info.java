/**
 * Payments and refunds: the queue {@code payments}.
 */
@NullMarked
package io.github.redisqueue.samples.shop.payment;

import org.jspecify.annotations.NullMarked;
