/**
 * The queues, listeners and schedules of an application, made from its properties.
 * Internal.
 */
@NullMarked
package io.github.redisqueue.autoconfigure.assembly;

import org.jspecify.annotations.NullMarked;
