/**
 * Waiting for work. Each queue has a bell: a stream of at most one entry, to which
 * scripts write when leasing may succeed again. An application waits for the bells of all
 * its queues with one blocking read.
 */
@NullMarked
package io.github.redisqueue.bell;

import org.jspecify.annotations.NullMarked;
