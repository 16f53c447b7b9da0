/**
 * Instances of an application that share a queue. Each is a process that lives as long as
 * it is measured, and does what it is told.
 */
@NullMarked
package io.github.redisqueue.samples.benchmark.instance;

import org.jspecify.annotations.NullMarked;
