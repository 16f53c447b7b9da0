/**
 * Which of several Redis servers the queues of an application use.
 */
@NullMarked
package io.github.redisqueue.connection;

import org.jspecify.annotations.NullMarked;
