/**
 * When an application does what it repeats.
 */
@NullMarked
package io.github.redisqueue.rhythm;

import org.jspecify.annotations.NullMarked;
