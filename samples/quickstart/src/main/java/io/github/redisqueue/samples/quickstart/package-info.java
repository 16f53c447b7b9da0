/**
 * A shop that accepts orders over HTTP and ships them from a work queue.
 */
@NullMarked
package io.github.redisqueue.samples.quickstart;

import org.jspecify.annotations.NullMarked;
