package io.github.redisqueue;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * How many jobs a queue has in each state, at one instant.
 *
 * @param ready jobs that may be leased now, delayed ones that are due included
 * @param delayed jobs whose ready time has not come
 * @param leased jobs that are held, those of vanished workers included
 * @param dead dead letters
 * @param oldestAge how long the oldest ready job has been in the queue, or null if none
 * is ready or its age is not known
 * @param paused whether leasing is stopped
 */
public record QueueCounts(long ready, long delayed, long leased, long dead, @Nullable Duration oldestAge,
		boolean paused) {

}
