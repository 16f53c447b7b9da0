/**
 * What each command does.
 */
@NullMarked
package io.github.redisqueue.samples.benchmark.scenario;

import org.jspecify.annotations.NullMarked;
