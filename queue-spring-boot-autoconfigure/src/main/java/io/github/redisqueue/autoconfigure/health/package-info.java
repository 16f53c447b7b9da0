/**
 * The health of the queues, and whether Redis may delete jobs. Internal.
 */
@NullMarked
package io.github.redisqueue.autoconfigure.health;

import org.jspecify.annotations.NullMarked;
