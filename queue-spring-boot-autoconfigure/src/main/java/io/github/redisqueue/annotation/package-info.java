/**
 * The annotations for methods that handle jobs, and what such methods meet.
 */
@NullMarked
package io.github.redisqueue.annotation;

import org.jspecify.annotations.NullMarked;
