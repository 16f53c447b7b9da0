package io.github.redisqueue;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The dead letters of one queue, newest first. Thread-safe. All methods throw
 * {@link org.springframework.dao.DataAccessException} if Redis is unavailable or rejects
 * the call.
 */
public interface DeadLetters {

	/**
	 * Reads a page of dead letters. A dead letter that cannot be read, because another
	 * program wrote to its key, has the cause {@link Cause.Reason#UNREADABLE} and its
	 * record as the payload.
	 * @param offset the number of newest dead letters to skip, at least 0
	 * @param count the largest number of dead letters to read, 1 to 500
	 * @return the dead letters, newest first, those of unreadable jobs last; fewer than
	 * asked for if they exceed 4 MiB together, and none only if there are no more behind
	 * the offset
	 * @throws IllegalArgumentException if the offset or the count is not allowed
	 */
	List<DeadLetter> page(long offset, int count);

	/**
	 * Reads dead letters in the order of pages, some at a time, until there are no more
	 * or the reader has enough. Misses none that stays, though others redrive or purge
	 * some meanwhile, if no offset is given. In a queue with shards, this costs less than
	 * pages one after the other, each of which reads what stands before it.
	 * @param offset the number of newest dead letters to skip, at least 0
	 * @param count how many to read at a time, 1 to 500
	 * @param reader gets each dead letter, and tells whether to go on
	 * @throws IllegalArgumentException if the offset or the count is not allowed
	 */
	void read(long offset, int count, Predicate<DeadLetter> reader);

	/**
	 * {@return how many dead letters there are}
	 */
	long count();

	/**
	 * {@return the dead letter of a job, if there is one}
	 * @param id the id of the job
	 */
	Optional<DeadLetter> get(String id);

	/**
	 * Puts dead letters back into the queue, at its tail, with their failures and crashes
	 * set to zero.
	 * @param ids the ids of the jobs
	 * @return the ids whose jobs are ready again. An id is not among them if it has no
	 * dead letter, or if a job with the same id is in the queue
	 */
	Set<String> redrive(Collection<String> ids);

	/**
	 * Puts a dead letter back into the queue with another payload, for example a
	 * corrected one. The headers and the group stay; the rest is as in
	 * {@link #redrive(Collection)}. If a queue with shards and groups has several dead
	 * letters with the id, that is the one that {@link #get} finds.
	 * @param id the id of the job
	 * @param payload the new payload
	 * @return whether the job is ready again, or waits in its group; false if the id has
	 * no dead letter, or a job with the id is in the queue
	 */
	boolean redrive(String id, byte[] payload);

	/**
	 * Deletes dead letters.
	 * @param ids the ids of the jobs
	 * @return the ids that had a dead letter
	 */
	Set<String> purge(Collection<String> ids);

	/**
	 * Puts all dead letters back into the queue, the oldest first. Takes the dead letters
	 * that exist when the call begins, each once, and skips those that
	 * {@link #redrive(Collection)} does not put back.
	 * @return the number of jobs that are ready again
	 */
	long redriveAll();

	/**
	 * Reads the ids of all dead letters, the oldest first; in a queue with shards, those
	 * of one shard after another. A caller that redrives many at its own rate begins with
	 * them: a job that is buried again meanwhile is a newer dead letter with the same id.
	 * @return the ids, each once
	 */
	List<String> ids();

	/**
	 * Deletes all dead letters that exist when the call begins.
	 * @return how many were deleted
	 */
	long purgeAll();

}
