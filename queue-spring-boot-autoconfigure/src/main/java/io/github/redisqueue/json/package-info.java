/**
 * How jobs, leases and dead letters are written as JSON.
 */
@NullMarked
package io.github.redisqueue.json;

import org.jspecify.annotations.NullMarked;
