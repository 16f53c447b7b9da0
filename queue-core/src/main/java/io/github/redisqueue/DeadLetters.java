package io.github.redisqueue;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The dead letters of one queue, newest first. Thread-safe. All methods throw
 * {@link org.springframework.dao.DataAccessException} if Redis cannot be asked.
 */
public interface DeadLetters {

	/**
	 * Reads some of the dead letters.
	 * @param offset how many of the newest to skip, at least 0
	 * @param count how many to read at most, 1 to 500
	 * @return the dead letters, newest first
	 */
	List<DeadLetter> page(long offset, int count);

	/**
	 * Finds a dead letter.
	 * @param id the id of the job
	 * @return the dead letter, if there is one
	 */
	Optional<DeadLetter> get(String id);

	/**
	 * Puts dead letters back into the queue, at its tail, with fresh budgets.
	 * @param ids the ids of the jobs
	 * @return the ids that are ready again; not those without a dead letter, nor those
	 * whose id was added anew and lives again
	 */
	Set<String> redrive(Collection<String> ids);

	/**
	 * Forgets dead letters.
	 * @param ids the ids of the jobs
	 * @return the ids that had a dead letter
	 */
	Set<String> purge(Collection<String> ids);

	/**
	 * Puts all dead letters back into the queue, the oldest first.
	 * @return how many are ready again
	 */
	default long redriveAll() {
		return DeadLetterSweep.over(this, this::redrive);
	}

	/**
	 * Forgets all dead letters.
	 * @return how many there were
	 */
	default long purgeAll() {
		return DeadLetterSweep.over(this, this::purge);
	}

}
