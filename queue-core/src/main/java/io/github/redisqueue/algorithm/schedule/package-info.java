/**
 * The schedules of a queue: which firings they have, and what Redis holds of them.
 */
@NullMarked
package io.github.redisqueue.algorithm.schedule;

import org.jspecify.annotations.NullMarked;
