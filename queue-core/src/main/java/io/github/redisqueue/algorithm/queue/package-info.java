/**
 * A queue whose transitions are Lua scripts: its calls, how their replies are read, and
 * its dead letters.
 */
@NullMarked
package io.github.redisqueue.algorithm.queue;

import org.jspecify.annotations.NullMarked;
