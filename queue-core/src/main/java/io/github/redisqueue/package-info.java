/**
 * The contract of a work queue: jobs, leases and the operations on them. Each algorithm
 * has a package of its own and does not depend on the others.
 */
@NullMarked
package io.github.redisqueue;

import org.jspecify.annotations.NullMarked;
