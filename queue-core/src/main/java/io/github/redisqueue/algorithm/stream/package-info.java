/**
 * The {@code stream} algorithm: a stream and a consumer group.
 * <p>
 * A ready job is an entry of {@code stream} with the fields {@code id}, {@code data} and
 * {@code h:<name>} for each header; {@code ids} names the entry of each id. A leased job
 * is an entry that is pending in the group {@code workers} for the consumer
 * {@code <lease time in ms>:<worker>}, so that any instance can tell when its lease
 * expires. Its receipt is the id of the entry, followed by the number of deliveries if
 * there was more than one. A job that becomes ready again keeps its entry. If the job was
 * released, the entry is pending for the consumer {@code released}, and is leased before
 * new entries. If the job was reclaimed, the entry is pending for the consumer
 * {@code reclaimed}, and the job gets a <em>place</em> at the tail of the stream: a
 * second entry that names the first one. {@code ids} then names both entries. Only
 * delayed jobs have their payload in {@code jobs} and their headers in {@code headers},
 * until they are due and become entries. The hashes {@code failures} and {@code crashes}
 * have entries only for jobs with failures or crashes.
 */
@NullMarked
package io.github.redisqueue.algorithm.stream;

import org.jspecify.annotations.NullMarked;
