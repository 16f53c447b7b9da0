/**
 * Looks at server and JVM before and after a phase.
 */
@NullMarked
package io.github.redisqueue.samples.benchmark.measure;

import org.jspecify.annotations.NullMarked;
