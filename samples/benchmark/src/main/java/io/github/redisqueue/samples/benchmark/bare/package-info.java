/**
 * The algorithms as bare loops of Lettuce commands: one thread, 100 jobs per round trip,
 * no dispatch, no fencing and no crash recovery. Their throughput is an upper bound for
 * one thread and one connection.
 */
@NullMarked
package io.github.redisqueue.samples.benchmark.bare;

import org.jspecify.annotations.NullMarked;
