/**
 * Measures the resources that the server and the JVM use during a phase.
 */
@NullMarked
package io.github.redisqueue.samples.benchmark.measure;

import org.jspecify.annotations.NullMarked;
