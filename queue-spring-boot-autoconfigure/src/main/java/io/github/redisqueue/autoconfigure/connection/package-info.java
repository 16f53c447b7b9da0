/**
 * The connections of the queues to Redis. Internal.
 */
@NullMarked
package io.github.redisqueue.autoconfigure.connection;

import org.jspecify.annotations.NullMarked;
