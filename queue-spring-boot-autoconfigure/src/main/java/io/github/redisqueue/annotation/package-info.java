/**
 * The annotations for methods that handle jobs, and for beans that the queues are to use.
 */
@NullMarked
package io.github.redisqueue.annotation;

import org.jspecify.annotations.NullMarked;
