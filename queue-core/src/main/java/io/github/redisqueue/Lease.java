package io.github.redisqueue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.springframework.util.Assert;

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
 * make leases without Redis. Operations on a {@link WorkerQueue} throw
 * {@link IllegalArgumentException} for them.
 */
public interface Lease {

	/**
	 * {@return a lease for the unit test of a handler: the first delivery of a job, with
	 * 30 seconds left}
	 * @param queue the name of the queue
	 * @param job the job
	 */
	static Lease of(String queue, Job job) {
		return builder(queue, job).build();
	}

	/**
	 * {@return a builder for the unit test of a handler that starts with the values of
	 * {@link #of(String, Job)}}
	 * @param queue the name of the queue
	 * @param job the job
	 */
	static Builder builder(String queue, Job job) {
		return new Builder(queue, job);
	}

	/**
	 * {@return the name of the queue}
	 */
	String queue();

	/**
	 * {@return the job that is held}
	 */
	Job job();

	/**
	 * {@return the id of the job}
	 */
	default String id() {
		return job().id();
	}

	/**
	 * {@return the number of this delivery of the job: 1, plus one for each failure and
	 * each crash before}
	 */
	default int attempt() {
		return 1 + failures() + crashes();
	}

	/**
	 * {@return whether the job has never failed, crashed or been postponed} A job that
	 * was released counts as never delivered.
	 */
	default boolean isFirst() {
		return attempt() == 1;
	}

	/**
	 * {@return how often a handler failed on the job before}
	 */
	int failures();

	/**
	 * {@return how often a worker crashed while it held the job before}
	 */
	int crashes();

	/**
	 * {@return the fencing token: of two leases of one job, the later has the greater
	 * token} A handler can store the token together with its data, and refuse to
	 * overwrite data that has a greater token. In a queue without shards, the tokens of
	 * different jobs can be compared too; in a queue with shards they cannot.
	 */
	long token();

	/**
	 * {@return the time at which the lease ends unless the worker extends it, in terms of
	 * {@link System#nanoTime()}}
	 */
	long deadline();

	/**
	 * {@return the time until the lease ends unless the worker extends it, negative if it
	 * has ended}
	 */
	default Duration remaining() {
		return Duration.ofNanos(deadline() - System.nanoTime());
	}

	/**
	 * {@return whether the lease is known to be lost, so that the job may be handled
	 * elsewhere} Does not ask Redis.
	 * <p>
	 * The lease of a handler is lost when the listener has found out that the job was
	 * cancelled or leased by another worker, or when the lease has expired. The listener
	 * then interrupts the handler, too. A job that was completed before its handler began
	 * has no lease to lose. Any other lease is lost when it has expired.
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
		 * {@return this builder} Default: 0.
		 * @param failures how often a handler failed on the job before
		 */
		public Builder failures(int failures) {
			this.failures = failures;
			return this;
		}

		/**
		 * {@return this builder} Default: 0.
		 * @param crashes how often a worker crashed while it held the job before
		 */
		public Builder crashes(int crashes) {
			this.crashes = crashes;
			return this;
		}

		/**
		 * {@return this builder} Default: 1.
		 * @param token the fencing token
		 */
		public Builder token(long token) {
			this.token = token;
			return this;
		}

		/**
		 * {@return this builder} Default: 30 seconds.
		 * @param remaining the time from now to the end of the lease, -365 to 365 days
		 * @throws IllegalArgumentException if the time is out of range
		 */
		public Builder remaining(Duration remaining) {
			Duration longest = AllowedRange.LONGEST;
			Assert.isTrue(remaining.compareTo(longest) <= 0 && remaining.compareTo(longest.negated()) >= 0,
					"The remaining time of a lease must be between -365 and 365 days, but is " + remaining);
			this.remaining = remaining;
			return this;
		}

		/**
		 * {@return the lease}
		 */
		public Lease build() {
			return new Detached(this.queue, this.job, this.failures, this.crashes, this.token,
					System.nanoTime() + this.remaining.toNanos());
		}

		private record Detached(String queue, Job job, int failures, int crashes, long token,
				long deadline) implements Lease {

			@Override
			public CompletionStage<Boolean> extend() {
				return CompletableFuture.completedStage(!isLost());
			}

			@Override
			public boolean equals(Object other) {
				return other instanceof Lease lease && this.token == lease.token() && this.queue.equals(lease.queue())
						&& id().equals(lease.id());
			}

			@Override
			public int hashCode() {
				return Long.hashCode(this.token);
			}

			@Override
			public String toString() {
				return "Lease[" + LogText.of(this.queue) + "/" + LogText.shortened(id()) + ", attempt " + attempt()
						+ ", token " + this.token + "]";
			}

		}

	}

}
