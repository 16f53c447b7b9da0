/**
 * Shards: one queue under several prefixes, which a cluster spreads over its nodes.
 * <p>
 * If {@code p} is the prefix of the queue, such as {@code queue:{orders}}, shard
 * {@code k} is a queue with the prefix {@code queue:{orders/k}}; the bell is that of the
 * whole queue. {@code p:shards} and {@code p:type} record the number of shards and their
 * type, also for a queue that is not sharded. They remain when the queue is empty.
 */
@NullMarked
package io.github.redisqueue.shard;

import org.jspecify.annotations.NullMarked;
