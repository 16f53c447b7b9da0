package io.github.redisqueue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The dead letters of one queue, newest first. Thread-safe. All methods throw
 * {@link org.springframework.dao.DataAccessException} if Redis is unavailable or rejects
 * the call.
 */
public interface DeadLetters {

	/**
	 * Reads a page of dead letters.
	 * @param offset the number of newest dead letters to skip, at least 0
	 * @param count the largest number of dead letters to read, 1 to 500
	 * @return the dead letters, newest first
	 * @throws IllegalArgumentException if the offset or the count is not allowed
	 */
	List<DeadLetter> page(long offset, int count);

	/**
	 * Finds a dead letter.
	 * @param id the id of the job
	 * @return the dead letter, if there is one
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
	 * Deletes dead letters.
	 * @param ids the ids of the jobs
	 * @return the ids that had a dead letter
	 */
	Set<String> purge(Collection<String> ids);

	/**
	 * Puts all dead letters back into the queue, the oldest first. Takes the dead letters
	 * that exist when the call begins, and skips those that {@link #redrive(Collection)}
	 * does not put back.
	 * @return the number of jobs that are ready again
	 */
	default long redriveAll() {
		return sweep(this::redrive);
	}

	/**
	 * Deletes all dead letters that exist when the call begins.
	 * @return the number of dead letters that were deleted
	 */
	default long purgeAll() {
		return sweep(this::purge);
	}

	private long sweep(Function<List<String>, Set<String>> action) {
		int size = 500;
		List<String> ids = new ArrayList<>();
		List<DeadLetter> page;
		do {
			page = page(ids.size(), size);
			page.forEach((letter) -> ids.add(letter.id()));
		}
		while (page.size() == size);
		Collections.reverse(ids);
		long done = 0;
		for (int from = 0; from < ids.size(); from += size) {
			done += action.apply(ids.subList(from, Math.min(from + size, ids.size()))).size();
		}
		return done;
	}

}
