package io.github.redisqueue;

import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * A job of a queue as Redis had it at one instant: its state, who holds it, and what
 * keeps it from being leased. Immutable.
 *
 * @see WorkQueue#find(String)
 * @see WorkQueue#browse(JobState, String, int)
 */
public final class JobStatus {

	private final String id;

	private final JobState state;

	private final @Nullable Job job;

	private final long payloadSize;

	private final @Nullable String group;

	private final int failures;

	private final int crashes;

	private final @Nullable Instant readyAt;

	private final @Nullable String worker;

	private final @Nullable Instant leaseEnd;

	private final Set<Obstacle> obstacles;

	private JobStatus(Builder builder) {
		this.id = builder.id;
		this.state = builder.state;
		this.job = builder.job;
		this.payloadSize = builder.payloadSize;
		this.group = builder.group;
		this.failures = builder.failures;
		this.crashes = builder.crashes;
		this.readyAt = builder.readyAt;
		this.worker = builder.worker;
		this.leaseEnd = builder.leaseEnd;
		this.obstacles = builder.obstacles;
	}

	/**
	 * Builds a status. Queues use the builder, and applications can use it in unit tests.
	 * @param id the id of the job
	 * @param state its state
	 * @return a builder for the status of a job of which nothing else is known
	 */
	public static Builder builder(String id, JobState state) {
		return new Builder(id, state);
	}

	/**
	 * The id of the job.
	 * @return the id
	 */
	public String id() {
		return this.id;
	}

	/**
	 * The state of the job.
	 * @return the state
	 */
	public JobState state() {
		return this.state;
	}

	/**
	 * The job with its payload and its headers. If others wrote headers that cannot be
	 * read, it has none; if they wrote a dead letter that cannot be read, that is the
	 * payload.
	 * @return the job, or null if it was not asked for
	 */
	public @Nullable Job job() {
		return this.job;
	}

	/**
	 * The size of the payload.
	 * @return the size in bytes
	 */
	public long payloadSize() {
		return this.payloadSize;
	}

	/**
	 * The group of the job.
	 * @return the name of the group, or null if the job belongs to none
	 */
	public @Nullable String group() {
		return this.group;
	}

	/**
	 * How often a handler failed.
	 * @return the number of failures; of a dead letter, with that for which it was buried
	 */
	public int failures() {
		return this.failures;
	}

	/**
	 * How often a worker crashed while it held the job. A crash is counted when the job
	 * is reclaimed.
	 * @return the number of crashes
	 */
	public int crashes() {
		return this.crashes;
	}

	/**
	 * When a delayed job becomes ready or, in a group, joins the line.
	 * @return the time by the clock of the Redis server; null unless the job is delayed,
	 * or waits and is due to join the line
	 */
	public @Nullable Instant readyAt() {
		return this.readyAt;
	}

	/**
	 * The worker that holds the job, or held it before its burial.
	 * @return the worker id, or what a foreign client has written in its place; null if
	 * the job is neither leased nor dead, or the worker is unknown: queues of the type
	 * {@code delayed} record only who began to handle a job that crashed before, and
	 * those of the type {@code lease} forget who held an expired lease
	 */
	public @Nullable String worker() {
		return this.worker;
	}

	/**
	 * When the lease ends unless it is extended.
	 * @return the time by the clock of the Redis server, in the past if the lease has
	 * expired and the job was not reclaimed yet; null if the job is not leased, or if the
	 * lease has expired in a queue of the type {@code lease}
	 */
	public @Nullable Instant leaseEnd() {
		return this.leaseEnd;
	}

	/**
	 * What keeps a job that is ready or waits from being leased now. In a queue with
	 * shards, these are the obstacles of the shard of the job.
	 * @return the obstacles; {@link Obstacle#GROUPS} for each job that waits; none for
	 * jobs in other states
	 */
	public Set<Obstacle> obstacles() {
		return this.obstacles;
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof JobStatus status && this.id.equals(status.id) && this.state == status.state
				&& Objects.equals(this.job, status.job) && this.payloadSize == status.payloadSize
				&& Objects.equals(this.group, status.group) && this.failures == status.failures
				&& this.crashes == status.crashes && Objects.equals(this.readyAt, status.readyAt)
				&& Objects.equals(this.worker, status.worker) && Objects.equals(this.leaseEnd, status.leaseEnd)
				&& this.obstacles.equals(status.obstacles);
	}

	@Override
	public int hashCode() {
		return Objects.hash(this.id, this.state);
	}

	@Override
	public String toString() {
		return "JobStatus[" + LogText.shortened(this.id) + ", state=" + this.state + ", payloadSize=" + this.payloadSize
				+ ", group=" + this.group + ", failures=" + this.failures + ", crashes=" + this.crashes + ", readyAt="
				+ this.readyAt + ", worker=" + ((this.worker != null) ? LogText.shortened(this.worker) : null)
				+ ", leaseEnd=" + this.leaseEnd + ", obstacles=" + this.obstacles + "]";
	}

	/**
	 * Builds the status of a job. Not thread-safe.
	 */
	public static final class Builder {

		private final String id;

		private final JobState state;

		private @Nullable Job job;

		private long payloadSize;

		private @Nullable String group;

		private int failures;

		private int crashes;

		private @Nullable Instant readyAt;

		private @Nullable String worker;

		private @Nullable Instant leaseEnd;

		private Set<Obstacle> obstacles = Set.of();

		private Builder(String id, JobState state) {
			this.id = id;
			this.state = state;
		}

		/**
		 * Sets the job, without its size and its group. Default: null.
		 * @param job the job, or null
		 * @return this builder
		 */
		public Builder job(@Nullable Job job) {
			this.job = job;
			return this;
		}

		/**
		 * Sets the size of the payload. Default: 0.
		 * @param payloadSize the size in bytes
		 * @return this builder
		 */
		public Builder payloadSize(long payloadSize) {
			this.payloadSize = payloadSize;
			return this;
		}

		/**
		 * Sets the group. Default: null.
		 * @param group the name of the group, or null
		 * @return this builder
		 */
		public Builder group(@Nullable String group) {
			this.group = group;
			return this;
		}

		/**
		 * Sets how often a handler failed. Default: 0.
		 * @param failures the number of failures
		 * @return this builder
		 */
		public Builder failures(int failures) {
			this.failures = failures;
			return this;
		}

		/**
		 * Sets how often a worker crashed. Default: 0.
		 * @param crashes the number of crashes
		 * @return this builder
		 */
		public Builder crashes(int crashes) {
			this.crashes = crashes;
			return this;
		}

		/**
		 * Sets when the job becomes ready. Default: null.
		 * @param readyAt the time, or null
		 * @return this builder
		 */
		public Builder readyAt(@Nullable Instant readyAt) {
			this.readyAt = readyAt;
			return this;
		}

		/**
		 * Sets who holds or held the job. Default: null.
		 * @param worker the worker id, or null
		 * @return this builder
		 */
		public Builder worker(@Nullable String worker) {
			this.worker = worker;
			return this;
		}

		/**
		 * Sets when the lease ends. Default: null.
		 * @param leaseEnd the time, or null
		 * @return this builder
		 */
		public Builder leaseEnd(@Nullable Instant leaseEnd) {
			this.leaseEnd = leaseEnd;
			return this;
		}

		/**
		 * Sets what keeps the job from being leased. Default: nothing.
		 * @param obstacles the obstacles
		 * @return this builder
		 */
		public Builder obstacles(Set<Obstacle> obstacles) {
			Set<Obstacle> all = EnumSet.noneOf(Obstacle.class);
			all.addAll(obstacles);
			this.obstacles = Collections.unmodifiableSet(all);
			return this;
		}

		/**
		 * Builds the status.
		 * @return the status
		 */
		public JobStatus build() {
			return new JobStatus(this);
		}

	}

}
