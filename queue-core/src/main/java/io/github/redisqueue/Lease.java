package io.github.redisqueue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The proof that a worker holds a job. Queues create leases, and accept only leases that
 * a queue created. Immutable, except that the lease which a listener passes to a handler
 * follows its job: each heartbeat moves its deadline. Thread-safe.
 * <p>
 * Two leases are equal if they have the same queue, job id and token: an extended lease
 * equals the one it extends. Their hash code is that of the token, as
 * {@link Long#hashCode(long)} defines it.
 * <p>
 * For unit tests of handlers, {@link #of(String, Job)} and {@link #builder(String, Job)}
 * make leases without Redis.
 */
public interface Lease {

	/**
	 * A lease for the unit test of a handler: the first delivery of a job, with 30
	 * seconds left. No queue accepts it: operations on a {@link WorkerQueue} throw
	 * {@link IllegalArgumentException}.
	 * @param queue the name of the queue
	 * @param job the job
	 * @return the lease
	 */
	static Lease of(String queue, Job job) {
		return builder(queue, job).build();
	}

	/**
	 * Builds a lease for the unit test of a handler, such as a further delivery of a job.
	 * No queue accepts it: operations on a {@link WorkerQueue} throw
	 * {@link IllegalArgumentException}.
	 * @param queue the name of the queue
	 * @param job the job
	 * @return a builder that starts with the values of {@link #of(String, Job)}
	 */
	static Builder builder(String queue, Job job) {
		return new Builder(queue, job);
	}

	/**
	 * The queue.
	 * @return the name of the queue
	 */
	String queue();

	/**
	 * The job.
	 * @return the job that is held
	 */
	Job job();

	/**
	 * The id of the job.
	 * @return the id
	 */
	default String id() {
		return job().id();
	}

	/**
	 * The number of this delivery of the job.
	 * @return 1 for the first delivery, plus one for each failure and each crash before
	 */
	default int attempt() {
		return 1 + failures() + crashes();
	}

	/**
	 * Whether this is the first delivery of the job. It is not after a failure, a crash
	 * or a postponement; a job that was released counts as never delivered.
	 * @return whether the job has never failed, crashed or been postponed
	 */
	default boolean isFirst() {
		return attempt() == 1;
	}

	/**
	 * The number of times that a handler failed on the job before.
	 * @return the number of failures
	 */
	int failures();

	/**
	 * The number of times that a worker crashed while it held the job before.
	 * @return the number of crashes
	 */
	int crashes();

	/**
	 * The fencing token: of two leases of one job, the later has the greater token. A
	 * handler can store the token together with its data, and refuse to overwrite data
	 * that has a greater token. In a queue without shards, the tokens of different jobs
	 * can be compared too; in a queue with shards they cannot.
	 * @return the token
	 */
	long token();

	/**
	 * The time at which the lease ends by the monotonic clock of this machine, unless the
	 * worker extends it.
	 * @return the deadline in terms of {@link System#nanoTime()}
	 */
	long deadline();

	/**
	 * The time until the lease ends, unless the worker extends it.
	 * @return the remaining time, negative if the lease has ended
	 */
	default Duration remaining() {
		return Duration.ofNanos(deadline() - System.nanoTime());
	}

	/**
	 * Whether the lease is known to be lost, so that the job may be handled elsewhere.
	 * Does not ask Redis.
	 * <p>
	 * The lease of a handler is lost when the listener has found out that the job was
	 * cancelled or leased by another worker, or when the lease has expired. The listener
	 * then interrupts the handler, too. A job that was completed before its handler began
	 * has no lease to lose. Any other lease is lost when it has expired.
	 * @return whether the lease is lost
	 */
	default boolean isLost() {
		return deadline() - System.nanoTime() <= 0;
	}

	/**
	 * Extends the lease of a handler to a full lease time of its queue from now, without
	 * waiting. The listener does that regularly by itself, so a handler needs it only to
	 * find out whether it still holds the job, for example before it writes somewhere
	 * else. What depends on the stage runs on a thread that all listeners share, and must
	 * not block.
	 * @return true if the lease was extended; false if it is lost, or if the job has been
	 * completed or acknowledged. Completed with a
	 * {@link org.springframework.dao.DataAccessException} if Redis did not answer. With
	 * an {@link UnsupportedOperationException} if the lease is not that of a handler: use
	 * {@link WorkerQueue#extend} there. A lease for unit tests changes nothing, and
	 * returns whether it is not lost
	 */
	default CompletionStage<Boolean> extend() {
		return CompletableFuture.failedStage(new UnsupportedOperationException(
				"Only the lease that a listener passes to a handler extends itself. Call WorkerQueue.extend with "
						+ this));
	}

	/**
	 * Builds leases for the unit tests of handlers. Not thread-safe.
	 */
	final class Builder {

		private final String queue;

		private final Job job;

		private int failures;

		private int crashes;

		private long token = 1;

		private Duration remaining = Duration.ofSeconds(30);

		private Builder(String queue, Job job) {
			this.queue = queue;
			this.job = job;
		}

		/**
		 * Sets the number of failures. Default: 0.
		 * @param failures how often a handler failed on the job before
		 * @return this builder
		 */
		public Builder failures(int failures) {
			this.failures = failures;
			return this;
		}

		/**
		 * Sets the number of crashes. Default: 0.
		 * @param crashes how often a worker crashed while it held the job before
		 * @return this builder
		 */
		public Builder crashes(int crashes) {
			this.crashes = crashes;
			return this;
		}

		/**
		 * Sets the fencing token. Default: 1.
		 * @param token the token
		 * @return this builder
		 */
		public Builder token(long token) {
			this.token = token;
			return this;
		}

		/**
		 * Sets the time that is left. Default: 30 seconds.
		 * @param remaining the time from now to the end of the lease, -365 to 365 days
		 * @return this builder
		 * @throws IllegalArgumentException if the time is out of range
		 */
		public Builder remaining(Duration remaining) {
			Duration longest = QueueSettings.LONGEST;
			if (remaining.compareTo(longest) > 0 || remaining.compareTo(longest.negated()) < 0) {
				throw new IllegalArgumentException(
						"The remaining time of a lease must be between -365 and 365 days, but is " + remaining);
			}
			this.remaining = remaining;
			return this;
		}

		/**
		 * Builds the lease.
		 * @return the lease
		 */
		public Lease build() {
			return new DetachedLease(this.queue, this.job, this.failures, this.crashes, this.token,
					System.nanoTime() + this.remaining.toNanos());
		}

	}

}
