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

	/**
	 * Both together, as those of one queue.
	 * @param other the counts of another part of the queue
	 * @return the sums, the greater age, and whether both are paused
	 */
	public QueueCounts plus(QueueCounts other) {
		return new QueueCounts(this.ready + other.ready, this.delayed + other.delayed, this.leased + other.leased,
				this.dead + other.dead, longer(this.oldestAge, other.oldestAge), this.paused && other.paused);
	}

	private static @Nullable Duration longer(@Nullable Duration one, @Nullable Duration other) {
		if (one == null || other == null) {
			return (one != null) ? one : other;
		}
		return (one.compareTo(other) > 0) ? one : other;
	}

}
