/**
 * The types of queues, by which an application chooses an algorithm.
 */
@NullMarked
package io.github.redisqueue.type;

import org.jspecify.annotations.NullMarked;
