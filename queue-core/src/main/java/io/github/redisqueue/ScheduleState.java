package io.github.redisqueue;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A schedule as Redis has it.
 *
 * @param schedule the schedule
 * @param declared whether running instances declare the schedule, so that it ends with
 * them; otherwise it was put, and stays until it is removed
 * @param paused whether it is paused
 * @param firings the state of its firings
 */
public record ScheduleState(Schedule schedule, boolean declared, boolean paused, Firings firings) {

	/**
	 * The firings of a schedule, by the clock of the Redis server.
	 *
	 * @param next the next firing that is planned, in the past if it is late; or null if
	 * none is planned
	 * @param last the last firing that took place or was skipped, or null if there was
	 * none
	 * @param late for how long the next firing has been due, zero if it is not due
	 * @param fired how many jobs the schedule has added
	 * @param skipped how many firings were skipped, because the job of the previous
	 * firing was unfinished, or because they were too late. Firings that no instance had
	 * planned are not counted.
	 */
	public record Firings(@Nullable Instant next, @Nullable Instant last, Duration late, long fired, long skipped) {

	}

}
