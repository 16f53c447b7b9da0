/**
 * Looks for data of a queue that breaks its rules, repairs it, and drops leftovers.
 */
@NullMarked
package io.github.redisqueue.algorithm.audit;

import org.jspecify.annotations.NullMarked;
