/**
 * Declares the schedules of an application, and plans those of its queues in the
 * background.
 */
@NullMarked
package io.github.redisqueue.scheduling;

import org.jspecify.annotations.NullMarked;
