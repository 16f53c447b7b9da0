/**
 * Dead letters of all queues, over HTTP.
 */
@NullMarked
package io.github.redisqueue.samples.shop.deadletter;

import org.jspecify.annotations.NullMarked;
