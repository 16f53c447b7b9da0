/**
 * The commands that measure work queues.
 */
@NullMarked
package io.github.redisqueue.samples.benchmark;

import org.jspecify.annotations.NullMarked;
