package io.github.redisqueue;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The schedules of a queue: jobs that recur. Redis keeps them for all instances. For each
 * firing there is exactly one job, however many instances run.
 * <p>
 * Each instance calls {@link #plan()} regularly, which plans the next firings. A firing
 * becomes a job when it is due, by the clock of the Redis server: when a listener leases,
 * or when an instance plans.
 * <p>
 * A firing is no job before it is due: it is not counted as delayed, and cannot be
 * cancelled; {@link #remove} and {@link #pause} take all that are not due. A job is a
 * job: it is retried, and becomes a dead letter, as any other.
 * <p>
 * Thread-safe. Methods throw {@link org.springframework.dao.DataAccessException} if Redis
 * is unavailable. The outcome is then unknown, and the caller may repeat the call.
 */
public interface Schedules {

	/**
	 * Puts a schedule, which stays until it is removed. Replaces the one with its id, and
	 * all its firings that are not due; an equal one stays as it is. A schedule that is
	 * paused stays paused.
	 * @param schedule the schedule
	 * @throws IllegalStateException if running instances declare a schedule with this id
	 */
	void put(Schedule schedule);

	/**
	 * Declares a schedule of this application. It lives as long as an instance repeats
	 * the declaration: if none has done so for five minutes, it ends. If instances
	 * declare it differently, as in a rolling deployment, the declaration that Redis saw
	 * last for the first time holds.
	 * @param schedule the schedule
	 * @return whether this declaration holds; false if a newer one does, or if the id is
	 * that of a schedule that was put
	 */
	boolean declare(Schedule schedule);

	/**
	 * Removes a schedule that was put, and its firings that are not due; in a paused
	 * queue also those that are. Jobs of earlier firings stay.
	 * @param id the id of the schedule
	 * @return whether there was one
	 * @throws IllegalStateException if running instances declare it: they would declare
	 * it again. Pause it instead
	 */
	boolean remove(String id);

	/**
	 * Pauses a schedule: it does not fire any more. It stays paused if it is put or
	 * declared anew. A firing that is due already, as in a paused queue, still takes
	 * place.
	 * @param id the id of the schedule
	 * @return whether there is such a schedule
	 */
	boolean pause(String id);

	/**
	 * Ends the pause of a schedule. It fires from now on; what was due during the pause
	 * is not caught up with.
	 * @param id the id of the schedule
	 * @return whether there is such a schedule
	 */
	boolean resume(String id);

	/**
	 * Adds a job of a schedule now, in addition to its firings and regardless of its
	 * overlap. The schedule may be paused.
	 * @param id the id of the schedule
	 * @return the id of the job, {@code <schedule>@<now>+triggered}; empty if there is no
	 * such schedule
	 */
	Optional<String> trigger(String id);

	/**
	 * {@return a schedule and its firings, empty if there is none}
	 * @param id the id of the schedule
	 */
	Optional<ScheduleState> get(String id);

	/**
	 * {@return all schedules of the queue and their firings, by id}
	 */
	List<ScheduleState> list();

	/**
	 * Plans the next firings, as far as that is to be done, and makes jobs of those that
	 * are due. Always one is planned, and all of the next 30 seconds. All instances call
	 * this every 5 to 10 seconds; any number may do so at the same time. Costs one round
	 * trip for each shard if there is nothing to do.
	 */
	void plan();

	/**
	 * Looks whether {@link #plan()} has nothing to do, as there is no schedule, nor
	 * anything left of one. Looks at many queues share their calls.
	 * @return whether that is known, which it is not with several shards; no exception
	 */
	default CompletableFuture<Boolean> areNone() {
		return CompletableFuture.completedFuture(false);
	}

}
