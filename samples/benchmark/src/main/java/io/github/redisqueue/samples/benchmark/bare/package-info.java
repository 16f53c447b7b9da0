/**
 * The algorithms as bare loops of Lettuce: one thread, 100 jobs per trip, no dispatch,
 * and none of the safety. What a server and a client can do at most in that shape.
 */
@NullMarked
package io.github.redisqueue.samples.benchmark.bare;

import org.jspecify.annotations.NullMarked;
