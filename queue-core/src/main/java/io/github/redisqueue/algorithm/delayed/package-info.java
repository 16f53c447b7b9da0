/**
 * The {@code delayed} algorithm: a queue that is one sorted set.
 * <p>
 * Each job stands in {@code delayed} with the time in ms from which on it may be leased;
 * leasing raises that score to the end of the lease, moved into a range of its own above
 * all ready times. So a range of scores is a state: up to now ready, up to 2^52 delayed,
 * above leased. Payloads are in {@code jobs}, the first token of those that were leased
 * together with a job the last time in {@code tokens}; {@code failures}, {@code crashes}
 * and {@code headers} hold something only for jobs that have it.
 */
@NullMarked
package io.github.redisqueue.algorithm.delayed;

import org.jspecify.annotations.NullMarked;
