/**
 * Cleans queues in the background, which makes the jobs of crashed workers ready again.
 */
@NullMarked
package io.github.redisqueue.cleaner;

import org.jspecify.annotations.NullMarked;
