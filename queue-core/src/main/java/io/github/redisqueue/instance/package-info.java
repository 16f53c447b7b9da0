/**
 * The instances of an application that are alive.
 */
@NullMarked
package io.github.redisqueue.instance;

import org.jspecify.annotations.NullMarked;
