/**
 * Logical names of payload types, by which handlers are chosen.
 */
@NullMarked
package io.github.redisqueue.type;

import org.jspecify.annotations.NullMarked;
