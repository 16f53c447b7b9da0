/**
 * The commands: their options and what they measure.
 */
@NullMarked
package io.github.redisqueue.samples.benchmark.scenario;

import org.jspecify.annotations.NullMarked;
