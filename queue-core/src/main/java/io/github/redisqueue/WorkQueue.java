package io.github.redisqueue;

import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * A queue as senders and operators use it: they add and cancel jobs, count them, pause
 * the queue, and manage its dead letters. Workers use {@link WorkerQueue}.
 * <p>
 * The queue delivers each job at least once. A job ends when it is completed or
 * cancelled, or when it becomes a dead letter; a crash of any instance does not end it.
 * <p>
 * Thread-safe. Unless a method says otherwise, it takes one round trip for up to 500 jobs
 * or 4 MiB. All times are those of the Redis server.
 * <p>
 * Methods throw {@link org.springframework.dao.DataAccessException} if Redis is
 * unavailable or rejects the call. The outcome is then unknown, and the caller may repeat
 * the call. If Redis is out of memory, only {@link #add(Collection, AddMode)} fails.
 */
public interface WorkQueue {

	/**
	 * The name of the queue.
	 * @return the name
	 */
	String name();

	/**
	 * Adds jobs. An id can be used again as soon as its job has been completed, cancelled
	 * or buried, unless the queue {@linkplain QueueSettings#dedupWindow() remembers}
	 * completed ids.
	 * @param jobs the jobs; if two have the same id, the queue takes the first
	 * @param mode whether the queue looks for present jobs with the same ids
	 * @return the ids that were new
	 * @throws IllegalArgumentException if an id is empty or longer than 500 characters;
	 * no job is added then
	 */
	Set<String> add(Collection<Job> jobs, AddMode mode);

	/**
	 * Adds jobs, except those whose ids are present.
	 * @param jobs the jobs; if two have the same id, the queue takes the first
	 * @return the ids that were new
	 * @throws IllegalArgumentException if an id is empty or longer than 500 characters;
	 * no job is added then
	 */
	default Set<String> add(Collection<Job> jobs) {
		return add(jobs, AddMode.IF_ABSENT);
	}

	/**
	 * Adds a job, unless its id is present.
	 * @param job the job
	 * @return whether the id was new
	 * @throws IllegalArgumentException if the id is empty or longer than 500 characters
	 */
	default boolean add(Job job) {
		return !add(List.of(job)).isEmpty();
	}

	/**
	 * Removes jobs, whether they are ready, delayed or leased. A worker that holds one of
	 * them finds its lease lost. Dead letters are not removed. Costs one round trip for
	 * up to 20 ids.
	 * @param ids the ids of the jobs
	 * @return the ids whose jobs this call removed
	 */
	Set<String> cancel(Collection<String> ids);

	/**
	 * Removes a job, whether it is ready, delayed or leased. A worker that holds it finds
	 * its lease lost. A dead letter is not removed.
	 * @param id the id of the job
	 * @return whether this call removed the job
	 */
	default boolean cancel(String id) {
		return !cancel(List.of(id)).isEmpty();
	}

	/**
	 * Counts the jobs of the queue.
	 * @return the counts
	 */
	QueueCounts counts();

	/**
	 * Stops leasing on all instances. Workers finish the jobs that they hold. Pausing a
	 * paused queue changes nothing.
	 */
	void pause();

	/**
	 * Ends a pause. Resuming a queue that is not paused changes nothing.
	 */
	void resume();

	/**
	 * The dead letters of this queue.
	 * @return the dead letters
	 */
	DeadLetters deadLetters();

}
