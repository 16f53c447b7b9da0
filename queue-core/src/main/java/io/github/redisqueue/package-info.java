/**
 * The contract of a work queue: jobs, leases, and what can be done with them. The
 * algorithms behind it live in packages of their own and know nothing of each other.
 */
@NullMarked
package io.github.redisqueue;

import org.jspecify.annotations.NullMarked;
