/**
 * Sending.
 */
@NullMarked
package io.github.redisqueue.template;

import org.jspecify.annotations.NullMarked;
