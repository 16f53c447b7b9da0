/**
 * What each process did and saw, as JSON lines outside Redis.
 */
@NullMarked
package io.github.redisqueue.samples.reliability.history;

import org.jspecify.annotations.NullMarked;
