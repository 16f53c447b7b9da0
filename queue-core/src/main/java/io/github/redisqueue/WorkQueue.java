package io.github.redisqueue;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * A queue as senders and operators use it: they add, reschedule and cancel jobs, count,
 * find and browse them, pause the queue, and manage its dead letters. Workers use
 * {@link WorkerQueue}.
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
	 * {@return the name of the queue}
	 */
	String name();

	/**
	 * Adds jobs. An id can be used again as soon as its job has been completed, cancelled
	 * or buried, unless the queue {@linkplain QueueSettings#dedupWindow() remembers}
	 * completed ids.
	 * @param jobs the jobs; if two have the same id, the queue takes the first
	 * @param mode what the queue does with jobs whose ids are present
	 * @return the ids that this call added: those that were new, and those whose jobs it
	 * replaced
	 * @throws IllegalArgumentException if an id is empty or longer than 500 characters;
	 * no job is added then
	 */
	Set<String> add(Collection<Job> jobs, AddMode mode);

	/**
	 * Adds jobs as {@link #add(Collection, AddMode)} does, and waits until servers
	 * confirm that they have them. Each shard that gets jobs is called over a connection
	 * of its own, which waits without holding up other calls. If the ids of all jobs are
	 * present, the call still waits, so a caller may repeat an addition that was not
	 * confirmed.
	 * @param jobs the jobs
	 * @param mode what the queue does with jobs whose ids are present
	 * @param durability which confirmation to wait for, and for how long
	 * @return the ids that this call added
	 * @throws UnconfirmedAdditionException if the jobs were added, but too few servers
	 * have confirmed that in time
	 * @throws PartialResultException if some shards have answered, with or without a
	 * confirmation, and others have not
	 * @throws org.springframework.dao.InvalidDataAccessApiUsageException if the server or
	 * the client cannot confirm this; no job is added then
	 */
	Set<String> add(Collection<Job> jobs, AddMode mode, Durability durability);

	/**
	 * Adds jobs, except those whose ids are present.
	 * @param jobs the jobs
	 * @return the ids that were new
	 * @see #add(Collection, AddMode)
	 */
	default Set<String> add(Collection<Job> jobs) {
		return add(jobs, AddMode.IF_ABSENT);
	}

	/**
	 * Adds a job, unless its id is present.
	 * @param job the job
	 * @return whether the id was new
	 * @see #add(Collection, AddMode)
	 */
	default boolean add(Job job) {
		return !add(List.of(job)).isEmpty();
	}

	/**
	 * Removes jobs, whether they are ready, delayed or leased. A worker that holds one of
	 * them loses its lease. Dead letters are not removed. Costs one round trip for up to
	 * 20 ids.
	 * @param ids the ids of the jobs
	 * @return the ids whose jobs this call removed
	 */
	Set<String> cancel(Collection<String> ids);

	/**
	 * Removes a job, as {@link #cancel(Collection)} does.
	 * @param id the id of the job
	 * @return whether this call removed the job
	 */
	default boolean cancel(String id) {
		return !cancel(List.of(id)).isEmpty();
	}

	/**
	 * Makes ready or delayed jobs ready after a delay that starts now. Their payloads,
	 * failures and crashes stay. A delay of zero makes them ready: a delayed job goes
	 * behind the ready jobs, as when it is due, and a ready job keeps its position. Jobs
	 * that are leased do not change. A worker whose lease has expired cannot settle the
	 * job after it was rescheduled. A job that waits in its group leaves the line, and
	 * joins it again after the delay. One that is open keeps its place: so that the order
	 * holds, the jobs behind it wait until it has ended. Costs one round trip for up to
	 * 20 ids.
	 * @param ids the ids of the jobs
	 * @param delay the delay, zero to {@link Job#MAX_DELAY}, rounded up to milliseconds
	 * @return the ids whose jobs are ready or delayed, and have that time now
	 * @throws IllegalArgumentException if the delay is negative or too long; no job is
	 * changed then
	 */
	Set<String> reschedule(Collection<String> ids, Duration delay);

	/**
	 * Makes ready or delayed jobs ready at a time, at once if it is in the past. The rest
	 * is as in {@link #reschedule(Collection, Duration)}.
	 * @param ids the ids of the jobs
	 * @param readyAt the time, rounded up to milliseconds
	 * @return the ids whose jobs are ready or delayed, and have that time now
	 */
	Set<String> reschedule(Collection<String> ids, Instant readyAt);

	/**
	 * Makes a job ready after a delay, as {@link #reschedule(Collection, Duration)} does.
	 * @param id the id of the job
	 * @param delay the delay, zero to {@link Job#MAX_DELAY}, rounded up to milliseconds
	 * @return whether such a job is ready or delayed
	 * @throws IllegalArgumentException if the delay is negative or too long
	 */
	default boolean reschedule(String id, Duration delay) {
		return !reschedule(List.of(id), delay).isEmpty();
	}

	/**
	 * Makes a job ready at a time, as {@link #reschedule(Collection, Instant)} does.
	 * @param id the id of the job
	 * @param readyAt the time, rounded up to milliseconds
	 * @return whether such a job is ready or delayed
	 */
	default boolean reschedule(String id, Instant readyAt) {
		return !reschedule(List.of(id), readyAt).isEmpty();
	}

	/**
	 * {@return the numbers of jobs in each state}
	 */
	QueueCounts counts();

	/**
	 * {@return a job in any state, with its payload and its headers, if the queue has it}
	 * A dead letter is found if no other job has the id. If a queue with shards and
	 * groups has several jobs with the id, that is one of them.
	 * @param id the id of the job
	 */
	Optional<JobStatus> find(String id);

	/**
	 * {@return what happened to a job, also to one that has ended, the oldest event
	 * first; none if nothing is known, or if others wrote what is kept, so that it cannot
	 * be read} A queue that keeps a {@linkplain QueueSettings#history() history} knows
	 * the newest events of all jobs that have not ended, and of as many as are kept of
	 * those that have; of an id that was used again, also those of its earlier jobs. It
	 * forgets all of them when nothing has been noted for 30 days. Any other queue knows
	 * the newest 5 failures and burials of jobs that have not been completed, cancelled
	 * or redriven.
	 * @param id the id of the job
	 */
	List<JobEvent> history(String id);

	/**
	 * Reads a page of the jobs in one state, without their payloads and headers.
	 * @param state the state
	 * @param cursor the cursor of the page before, or null for the first page
	 * @param count the largest number of jobs to read, 1 to 500
	 * @return the page
	 * @see #browse(JobState, String, int, boolean)
	 */
	default JobPage browse(JobState state, @Nullable String cursor, int count) {
		return browse(state, cursor, count, false);
	}

	/**
	 * Reads a page of the jobs in one state. Changes nothing, and takes one round trip
	 * for each shard that the page shows.
	 * <p>
	 * The oldest come first: ready jobs in about the order in which they will be leased,
	 * delayed ones by their ready times and, behind all others, those that join groups
	 * then; waiting ones group by group, each in its order; leased ones with the oldest
	 * lease first, in queues of the type {@code stream} with the oldest job first, and in
	 * those of the type {@code list} worker by worker; dead letters with those of
	 * unreadable jobs before the others. In a queue with shards, one shard follows the
	 * other.
	 * <p>
	 * Each page is consistent in itself. A job that moves while a caller browses may be
	 * missed or seen twice; one that stays is seen, though possibly twice. A page may be
	 * shorter than asked for, even empty, although its cursor says that there are more:
	 * for one shard, a call reads at most 4 MiB of payloads and headers, unless a single
	 * job has more, and passes by a bounded number of leftovers. Also without payloads,
	 * those of dead letters and of jobs in streams have to be read.
	 * @param state the state
	 * @param cursor the cursor of the page before, or null for the first page
	 * @param count the largest number of jobs to read, 1 to 500
	 * @param withJobs whether to read payloads and headers
	 * @return the page; its cursor is null if there is no further one
	 * @throws IllegalArgumentException if the count is not allowed, or the cursor is not
	 * that of a page of this state
	 */
	JobPage browse(JobState state, @Nullable String cursor, int count, boolean withJobs);

	/**
	 * Looks for data of the queue that breaks the {@linkplain AuditRule rules}, for
	 * example after a fault, a lost key or changes with a shell. Changes nothing. Takes
	 * one round trip for some hundred ids, records and keys, and looks at the names of
	 * all keys of the database, as a deep cleaning does. It may run at any time: each
	 * finding is checked in one step, so jobs that move meanwhile are not reported.
	 * @return what was found
	 * @throws PartialAuditException if some shards could not be looked at
	 */
	default AuditReport audit() {
		return audit(ChronoUnit.FOREVER.getDuration());
	}

	/**
	 * The same, for a limited time.
	 * @param limit the time after which it makes no further round trip
	 * @return what was found
	 * @throws PartialAuditException if some shards could not be looked at, or the time is
	 * over
	 */
	AuditReport audit(Duration limit);

	/**
	 * Audits the queue, and corrects what it finds with the remedy
	 * {@link AuditRemedy#REPAIR}, each in the step that checks it; then cleans it deeply,
	 * but drops neither old dead letters nor what may be left of jobs whose groups are
	 * unknown. A payload that may be that of a job is never removed: a job that has lost
	 * its place becomes ready, and may be handled twice.
	 * @param dryRun whether to change nothing; then the report says what would be
	 * repaired
	 * @return what was found, and whether it was repaired
	 * @throws PartialAuditException if some shards could not be looked at, or could not
	 * be cleaned; what was repaired stays repaired
	 */
	default AuditReport repair(boolean dryRun) {
		return repair(dryRun, ChronoUnit.FOREVER.getDuration());
	}

	/**
	 * The same, for a limited time. A cleaning that has begun runs to its end.
	 * @param dryRun whether to change nothing
	 * @param limit the time after which it makes no further round trip, and not to begin
	 * the cleaning
	 * @return what was found, and whether it was repaired
	 * @throws PartialAuditException if some shards could not be looked at, or could not
	 * be cleaned, or the time is over; what was repaired stays repaired
	 */
	AuditReport repair(boolean dryRun, Duration limit);

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
	 * {@return the dead letters of this queue}
	 */
	DeadLetters deadLetters();

	/**
	 * {@return the schedules of this queue}
	 */
	Schedules schedules();

}
