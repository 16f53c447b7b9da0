/**
 * Compares histories with what the queues promise. Knows nothing of the campaign, so it
 * works on histories of other applications too.
 */
@NullMarked
package io.github.redisqueue.samples.reliability.checker;

import org.jspecify.annotations.NullMarked;
