/**
 * Queues under load: an application of this project, bare loops, and those of others.
 * Each can run in a process of its own, which does what it is told.
 */
@NullMarked
package io.github.redisqueue.samples.benchmark.load;

import org.jspecify.annotations.NullMarked;
