/**
 * The {@code @QueueListener} annotation and the adapter for annotated methods.
 */
@NullMarked
package io.github.redisqueue.annotation;

import org.jspecify.annotations.NullMarked;
