/**
 * Processes that the benchmark and the campaign start.
 */
@NullMarked
package io.github.redisqueue.samples.process;

import org.jspecify.annotations.NullMarked;
