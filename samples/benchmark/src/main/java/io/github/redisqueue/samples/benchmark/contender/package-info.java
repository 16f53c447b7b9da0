/**
 * Queues that are compared with each other: those of this project, a bare loop, and those
 * of others. Each runs in a JVM of its own, under the same load.
 */
@NullMarked
package io.github.redisqueue.samples.benchmark.contender;

import org.jspecify.annotations.NullMarked;
