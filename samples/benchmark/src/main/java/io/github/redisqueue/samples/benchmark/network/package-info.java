/**
 * A slow network between the client and the servers, and a cluster behind it.
 */
@NullMarked
package io.github.redisqueue.samples.benchmark.network;

import org.jspecify.annotations.NullMarked;
