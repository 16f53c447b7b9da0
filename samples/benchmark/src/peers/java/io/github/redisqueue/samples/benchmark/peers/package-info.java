/**
 * Queues of other projects, set up as their documentation shows. Compiled only with the
 * Maven profile {@code compare-peers}.
 */
@NullMarked
package io.github.redisqueue.samples.benchmark.peers;

import org.jspecify.annotations.NullMarked;
