/**
 * Waiting for work. Each queue has a bell: a list of wake-ups, to which scripts push when
 * leasing may succeed again. An application waits for the bells of all its queues with
 * one blocking read.
 */
@NullMarked
package io.github.redisqueue.bell;

import org.jspecify.annotations.NullMarked;
