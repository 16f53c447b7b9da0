/**
 * A queue whose transitions are Lua scripts, its keys, and its dead letters. Each of the
 * four algorithms is a package below this one. Not for use by applications.
 */
@NullMarked
package io.github.redisqueue.algorithm;

import org.jspecify.annotations.NullMarked;
