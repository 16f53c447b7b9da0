package io.github.redisqueue;

import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The numbers of jobs that a queue has in each state, at one instant. Immutable.
 *
 * @param ready the jobs that may be leased now, including delayed ones that are due
 * @param delayed the jobs whose ready time has not come
 * @param waiting the jobs that wait until other jobs of their groups have ended
 * @param leased the jobs that workers hold, including crashed workers whose jobs were not
 * reclaimed yet
 * @param dead the dead letters
 * @param oldestAge how long the oldest ready job has waited, or null if no job is ready
 * or the age is not known
 * @param paused whether leasing is stopped
 * @param obstacles what keeps jobs that are ready, or wait in the line of their group,
 * from being leased now; none if no job is ready or waits. In a queue with shards, it may
 * concern some of the shards
 */
public record QueueCounts(long ready, long delayed, long waiting, long leased, long dead, @Nullable Duration oldestAge,
		boolean paused, Set<Obstacle> obstacles) {

	/**
	 * Counts of a queue. Copies the obstacles.
	 */
	public QueueCounts {
		obstacles = Collections.unmodifiableSet(new TreeSet<>(obstacles));
	}

	/**
	 * {@return the counts of two parts of a queue together: the sums, the greater age,
	 * whether both are paused, and the obstacles of both}
	 * @param other the counts of the other part
	 */
	public QueueCounts plus(QueueCounts other) {
		Set<Obstacle> both = new TreeSet<>(this.obstacles);
		both.addAll(other.obstacles);
		Duration oldest = Stream.of(this, other)
			.map(QueueCounts::oldestAge)
			.filter(Objects::nonNull)
			.max(Comparator.naturalOrder())
			.orElse(null);
		return new QueueCounts(this.ready + other.ready, this.delayed + other.delayed, this.waiting + other.waiting,
				this.leased + other.leased, this.dead + other.dead, oldest, this.paused && other.paused, both);
	}

}
