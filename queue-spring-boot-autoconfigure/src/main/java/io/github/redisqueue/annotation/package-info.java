/**
 * What an application writes on its handler methods.
 */
@NullMarked
package io.github.redisqueue.annotation;

import org.jspecify.annotations.NullMarked;
