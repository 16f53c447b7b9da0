package io.github.redisqueue;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A queue of jobs, each worked off at least once: a job ends completed, cancelled or
 * dead-lettered, whoever crashes.
 * <p>
 * All operations are thread-safe and take collections; each costs one round trip for up
 * to 500 jobs or 4 MiB. Whatever a holder does with its lease is checked against the
 * lease's token on the server: who lost the lease, because it ran out and another worker
 * took the job, or because the job was cancelled or added anew, changes nothing. A holder
 * whose lease ran out may still settle it as long as nobody took the job. All times are
 * those of the Redis server.
 * <p>
 * All operations throw {@link org.springframework.dao.DataAccessException} if Redis is
 * away or refuses; the outcome is then unknown, and the same call may be repeated. Only
 * {@link #add} fails when Redis is out of memory.
 */
public interface WorkQueue {

	/**
	 * The name of the queue.
	 * @return the name
	 */
	String name();

	/**
	 * How long a lease lasts.
	 * @return the lease time of this queue
	 */
	Duration leaseTime();

	/**
	 * Adds jobs. An id is free as soon as its job was completed, cancelled or buried,
	 * unless completed ids are {@linkplain QueueSettings#dedupWindow() remembered}.
	 * @param jobs the jobs; of two with one id, the first counts
	 * @param mode whether to look for jobs that are there already
	 * @return the ids that were new
	 * @throws IllegalArgumentException if an id is empty or longer than 500 characters;
	 * nothing is added then
	 */
	Set<String> add(Collection<Job> jobs, AddMode mode);

	/**
	 * Adds jobs, except those whose id is there already.
	 * @param jobs the jobs
	 * @return the ids that were new
	 */
	default Set<String> add(Collection<Job> jobs) {
		return add(jobs, AddMode.IF_ABSENT);
	}

	/**
	 * Adds a job, unless its id is there already.
	 * @param job the job
	 * @return whether it was new
	 */
	default boolean add(Job job) {
		return !add(List.of(job)).isEmpty();
	}

	/**
	 * Adds jobs whose ids the caller knows to be new.
	 * @param jobs the jobs
	 */
	default void addUnique(Collection<Job> jobs) {
		add(jobs, AddMode.UNIQUE);
	}

	/**
	 * Looks whether this worker may lease, without leasing. Leasing looks too; asked when
	 * an application starts, this tells of a wrong worker id before any job is touched.
	 * @return whether that is settled; if not, another instance used the same worker id a
	 * short while ago, and has yet to show whether it is still there: ask again
	 * @throws DuplicateWorkerException if another running instance has the id of this
	 * worker, and the algorithm needs it to be unique
	 */
	default boolean checkWorkerId() {
		return true;
	}

	/**
	 * Leases jobs whose ready time has come, oldest first. Never blocks.
	 * @param max how many at most, at least 1; no call returns more than 500 or 4 MiB
	 * @return the leases, and when to ask again
	 * @throws DuplicateWorkerException if another running instance has the id of this
	 * worker, and the algorithm needs it to be unique
	 */
	LeaseResult lease(int max);

	/**
	 * Records that handlers are about to start. Needed only for jobs with a crash behind
	 * them: if their worker vanishes again, this is what tells the culprit from those
	 * that merely waited beside it.
	 * @param held leases with at least one crash
	 * @return those still held
	 */
	Set<Lease> start(Collection<Lease> held);

	/**
	 * Lets leases last for another lease time from now on: the heartbeat. A worker calls
	 * it well within each lease time, also while it holds nothing: what it was given and
	 * does not name, because the reply was lost, comes back to the queue.
	 * @param held leases that the worker holds; what one call does not name, another may,
	 * as long as each lease is named in each lease time
	 * @return those still held, with their new deadlines
	 */
	Set<Lease> extend(Collection<Lease> held);

	/**
	 * Ends jobs: their work is done.
	 * @param held the leases
	 * @return those that this call completed; true for exactly one caller in the life of
	 * a job
	 */
	Set<Lease> complete(Collection<Lease> held);

	/**
	 * Ends a job: its work is done.
	 * @param held the lease
	 * @return whether this call completed it
	 */
	default boolean complete(Lease held) {
		return !complete(List.of(held)).isEmpty();
	}

	/**
	 * Counts a failure for each job and lets it come back after its delay, or buries it
	 * if it has failed too often.
	 * @param failed the leases and what happened
	 * @return what became of them
	 */
	RetryResult retry(Map<Lease, Failure> failed);

	/**
	 * Hands jobs back unharmed: they are ready again at once, and nothing is counted. Not
	 * for a job whose handler is running.
	 * @param held the leases
	 * @return those that this call released
	 */
	Set<Lease> release(Collection<Lease> held);

	/**
	 * Gives jobs up.
	 * @param hopeless the leases and what their dead letters will say
	 * @return those that this call buried
	 */
	Set<Lease> bury(Map<Lease, Cause> hopeless);

	/**
	 * Removes a job, whether it is ready, delayed or leased; a holder finds its lease
	 * lost.
	 * @param id the id of the job
	 * @return whether there was such a job; dead letters do not count
	 */
	boolean cancel(String id);

	/**
	 * Makes abandoned jobs ready again and removes leftovers. Any instance may call it,
	 * several at once.
	 * @param depth how thoroughly
	 * @return what was done
	 */
	CleanReport clean(CleanDepth depth);

	/**
	 * Counts the jobs, in one look.
	 * @return the counts
	 */
	QueueCounts counts();

	/**
	 * Stops leasing on all instances. Jobs that are held are finished.
	 */
	void pause();

	/**
	 * Ends a pause.
	 */
	void resume();

	/**
	 * The dead letters of this queue.
	 * @return the dead letters
	 */
	DeadLetters deadLetters();

}
