/**
 * The {@code delayed} algorithm: a queue that is one sorted set.
 * <p>
 * The score of each job in {@code delayed} is the time in ms at which it becomes ready.
 * Leasing a job sets its score to the end of the lease plus 2^52, which is above all
 * ready times. The state of a job follows from its score: ready up to the present time,
 * delayed up to 2^52, leased above. The hash {@code jobs} holds the payloads. The hash
 * {@code tokens} holds, for each job, the first token of the batch in which the job was
 * leased last, and the worker. The hashes {@code failures}, {@code crashes} and
 * {@code headers} have entries only for jobs with failures, crashes or headers.
 */
@NullMarked
package io.github.redisqueue.algorithm.delayed;

import org.jspecify.annotations.NullMarked;
