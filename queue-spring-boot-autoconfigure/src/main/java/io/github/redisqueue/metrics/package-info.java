/**
 * Gauges and counters of queues.
 */
@NullMarked
package io.github.redisqueue.metrics;

import org.jspecify.annotations.NullMarked;
