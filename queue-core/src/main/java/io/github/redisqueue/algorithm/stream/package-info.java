/**
 * The {@code stream} algorithm: a stream and a consumer group.
 * <p>
 * A ready job is an entry of {@code stream} with the fields {@code id}, {@code data} and
 * {@code h:<name>} for each header; {@code ids} names the entry of each id. A leased job
 * is an entry that is pending in the group {@code workers} for the consumer
 * {@code <lease time in ms>:<worker>}, so that everyone can tell when its lease ends; its
 * receipt is the entry, and how often it was delivered if more than once. A job that
 * comes back keeps its entry. If it was released, that is pending for the consumer
 * {@code released}, and taken before all that is new. If it was reclaimed, it is pending
 * for the consumer {@code reclaimed}, and has a <em>place</em> at the tail of the stream:
 * an entry that names the job's own, and which {@code ids} names behind it. Only delayed
 * jobs have their payload in {@code jobs} and their headers in {@code headers}, until
 * they are due and become entries. {@code failures} and {@code crashes} hold something
 * only for jobs that have it.
 */
@NullMarked
package io.github.redisqueue.algorithm.stream;

import org.jspecify.annotations.NullMarked;
