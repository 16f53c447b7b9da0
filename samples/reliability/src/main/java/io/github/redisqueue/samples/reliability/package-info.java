/**
 * Looks for faults of the queues: lets a network, servers and workers fail, and checks
 * what the queues promise.
 */
@NullMarked
package io.github.redisqueue.samples.reliability;

import org.jspecify.annotations.NullMarked;
