package io.github.redisqueue;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The numbers of jobs that a queue has in each state, at one instant. Immutable.
 */
public final class QueueCounts {

	private final long ready;

	private final long delayed;

	private final long waiting;

	private final long leased;

	private final long dead;

	private final @Nullable Duration oldestAge;

	private final boolean paused;

	private final Set<Obstacle> obstacles;

	private QueueCounts(Builder builder) {
		this.ready = builder.ready;
		this.delayed = builder.delayed;
		this.waiting = builder.waiting;
		this.leased = builder.leased;
		this.dead = builder.dead;
		this.oldestAge = builder.oldestAge;
		this.paused = builder.paused;
		this.obstacles = builder.obstacles;
	}

	/**
	 * Builds counts. Queues use the builder, and applications can use it in unit tests.
	 * @return a builder for the counts of an empty queue that is not paused
	 */
	public static Builder builder() {
		return new Builder();
	}

	/**
	 * The jobs that may be leased now, including delayed ones that are due.
	 * @return the number of jobs
	 */
	public long ready() {
		return this.ready;
	}

	/**
	 * The jobs whose ready time has not come.
	 * @return the number of jobs
	 */
	public long delayed() {
		return this.delayed;
	}

	/**
	 * The jobs that wait until other jobs of their groups have ended.
	 * @return the number of jobs
	 */
	public long waiting() {
		return this.waiting;
	}

	/**
	 * The jobs that workers hold, including crashed workers whose jobs were not reclaimed
	 * yet.
	 * @return the number of jobs
	 */
	public long leased() {
		return this.leased;
	}

	/**
	 * The dead letters.
	 * @return the number of dead letters
	 */
	public long dead() {
		return this.dead;
	}

	/**
	 * How long the oldest ready job has been in the queue.
	 * @return the age, or null if no job is ready or the age is not known
	 */
	public @Nullable Duration oldestAge() {
		return this.oldestAge;
	}

	/**
	 * Whether the queue is paused.
	 * @return whether leasing is stopped
	 */
	public boolean paused() {
		return this.paused;
	}

	/**
	 * What keeps jobs that are ready, or wait in the line of their group, from being
	 * leased now. In a queue with shards, it may concern some of the shards.
	 * @return the obstacles; none if no job is ready or waits
	 */
	public Set<Obstacle> obstacles() {
		return this.obstacles;
	}

	/**
	 * The counts of two parts of a queue together.
	 * @param other the counts of the other part
	 * @return the sums, the greater age, whether both parts are paused, and the obstacles
	 * of both
	 */
	public QueueCounts plus(QueueCounts other) {
		return builder().ready(this.ready + other.ready)
			.delayed(this.delayed + other.delayed)
			.waiting(this.waiting + other.waiting)
			.leased(this.leased + other.leased)
			.dead(this.dead + other.dead)
			.oldestAge(longer(this.oldestAge, other.oldestAge))
			.paused(this.paused && other.paused)
			.obstacles(union(this.obstacles, other.obstacles))
			.build();
	}

	private static Set<Obstacle> union(Set<Obstacle> one, Set<Obstacle> other) {
		Set<Obstacle> all = EnumSet.noneOf(Obstacle.class);
		all.addAll(one);
		all.addAll(other);
		return Collections.unmodifiableSet(all);
	}

	private static @Nullable Duration longer(@Nullable Duration one, @Nullable Duration other) {
		if (one == null || other == null) {
			return (one != null) ? one : other;
		}
		return (one.compareTo(other) > 0) ? one : other;
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof QueueCounts counts && this.ready == counts.ready && this.delayed == counts.delayed
				&& this.waiting == counts.waiting && this.leased == counts.leased && this.dead == counts.dead
				&& this.paused == counts.paused && Objects.equals(this.oldestAge, counts.oldestAge)
				&& this.obstacles.equals(counts.obstacles);
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.ready, this.delayed, this.waiting, this.leased, this.dead, this.oldestAge, this.paused,
				this.obstacles);
	}

	@Override
	public String toString() {
		return "QueueCounts[ready=" + this.ready + ", delayed=" + this.delayed + ", waiting=" + this.waiting
				+ ", leased=" + this.leased + ", dead=" + this.dead + ", oldestAge=" + this.oldestAge + ", paused="
				+ this.paused + ", obstacles=" + this.obstacles + "]";
	}

	/**
	 * Builds counts. Not thread-safe.
	 */
	public static final class Builder {

		private long ready;

		private long delayed;

		private long waiting;

		private long leased;

		private long dead;

		private @Nullable Duration oldestAge;

		private boolean paused;

		private Set<Obstacle> obstacles = Set.of();

		private Builder() {
		}

		/**
		 * Sets the number of ready jobs. Default: 0.
		 * @param ready the number of jobs
		 * @return this builder
		 */
		public Builder ready(long ready) {
			this.ready = ready;
			return this;
		}

		/**
		 * Sets the number of delayed jobs. Default: 0.
		 * @param delayed the number of jobs
		 * @return this builder
		 */
		public Builder delayed(long delayed) {
			this.delayed = delayed;
			return this;
		}

		/**
		 * Sets the number of jobs that wait in the lines of their groups. Default: 0.
		 * @param waiting the number of jobs
		 * @return this builder
		 */
		public Builder waiting(long waiting) {
			this.waiting = waiting;
			return this;
		}

		/**
		 * Sets the number of leased jobs. Default: 0.
		 * @param leased the number of jobs
		 * @return this builder
		 */
		public Builder leased(long leased) {
			this.leased = leased;
			return this;
		}

		/**
		 * Sets the number of dead letters. Default: 0.
		 * @param dead the number of dead letters
		 * @return this builder
		 */
		public Builder dead(long dead) {
			this.dead = dead;
			return this;
		}

		/**
		 * Sets how long the oldest ready job has been in the queue. Default: null.
		 * @param oldestAge the age, or null if it is not known
		 * @return this builder
		 */
		public Builder oldestAge(@Nullable Duration oldestAge) {
			this.oldestAge = oldestAge;
			return this;
		}

		/**
		 * Sets whether the queue is paused. Default: false.
		 * @param paused whether leasing is stopped
		 * @return this builder
		 */
		public Builder paused(boolean paused) {
			this.paused = paused;
			return this;
		}

		/**
		 * Sets what keeps the ready jobs from being leased. Default: nothing.
		 * @param obstacles the obstacles
		 * @return this builder
		 */
		public Builder obstacles(Set<Obstacle> obstacles) {
			this.obstacles = union(obstacles, Set.of());
			return this;
		}

		/**
		 * Builds the counts.
		 * @return the counts
		 */
		public QueueCounts build() {
			return new QueueCounts(this);
		}

	}

}
