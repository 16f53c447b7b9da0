/**
 * What queues use of the client Lettuce beyond Spring Data Redis: scripts without
 * waiting, and a wait for bells without a thread.
 */
@NullMarked
package io.github.redisqueue.lettuce;

import org.jspecify.annotations.NullMarked;
