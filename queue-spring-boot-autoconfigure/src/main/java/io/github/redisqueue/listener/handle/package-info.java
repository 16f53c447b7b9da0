/**
 * Calling the handler of a listener, at least or at most once, and deciding what becomes
 * of its jobs. Internal.
 */
@NullMarked
package io.github.redisqueue.listener.handle;

import org.jspecify.annotations.NullMarked;
