/**
 * The threads that handle jobs, and what waits for them. Internal.
 */
@NullMarked
package io.github.redisqueue.listener.thread;

import org.jspecify.annotations.NullMarked;
