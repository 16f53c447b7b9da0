/**
 * Our lease queue and the clients of redis-work-queue 0.3.0 at work on the same keys.
 */
@NullMarked
package io.github.redisqueue.algorithm.lease.interop;

import org.jspecify.annotations.NullMarked;
