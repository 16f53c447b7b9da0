/**
 * Shards: one queue in several places of Redis, which a cluster spreads over its nodes.
 * <p>
 * Where {@code p} is the place of the queue, such as {@code queue:{orders}}, shard
 * {@code k} is a queue of its own at {@code queue:{orders:k}}; the bell is that of the
 * whole queue. {@code p:shards} and {@code p:type} record the number of shards and their
 * type, also for a queue that is not sharded. They stay when the queue has drained.
 */
@NullMarked
package io.github.redisqueue.shard;

import org.jspecify.annotations.NullMarked;
