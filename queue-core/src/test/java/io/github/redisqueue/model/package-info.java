/**
 * The state machine of docs/design.md as a small model in memory, and random sequences of
 * operations that compare it with the queues.
 */
@NullMarked
package io.github.redisqueue.model;

import org.jspecify.annotations.NullMarked;
