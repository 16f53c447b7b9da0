/**
 * Redis, the workers, and the network between them.
 */
@NullMarked
package io.github.redisqueue.samples.reliability.stage;

import org.jspecify.annotations.NullMarked;
