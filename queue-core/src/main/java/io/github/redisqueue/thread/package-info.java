/**
 * The threads of the library.
 */
@NullMarked
package io.github.redisqueue.thread;

import org.jspecify.annotations.NullMarked;
