/**
 * Notifications of customers: the queue {@code notifications}.
 */
@NullMarked
package io.github.redisqueue.samples.shop.notification;

import org.jspecify.annotations.NullMarked;
