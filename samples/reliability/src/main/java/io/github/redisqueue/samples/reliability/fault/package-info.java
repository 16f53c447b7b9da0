/**
 * The faults, each with a class of its own.
 */
@NullMarked
package io.github.redisqueue.samples.reliability.fault;

import org.jspecify.annotations.NullMarked;
