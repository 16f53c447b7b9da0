package io.github.redisqueue;

import java.time.Duration;

/**
 * The proof that a worker holds a job. Immutable. Two leases are equal if their queue,
 * their job's id and their token are: an extended lease equals the one it extends.
 */
public final class Lease {

	private final String queue;

	private final Job job;

	private final int failures;

	private final int crashes;

	private final String receipt;

	private final long token;

	private final long deadline;

	/**
	 * Made by the queues.
	 * @param queue the name of the queue
	 * @param job the job
	 * @param failures how often a handler failed on the job before
	 * @param crashes how often a worker vanished with the job before
	 * @param receipt the token, and after a space the receipt that Redis keeps
	 * @param deadline when the lease ends, in terms of {@link System#nanoTime()}
	 */
	public Lease(String queue, Job job, int failures, int crashes, String receipt, long deadline) {
		this.queue = queue;
		this.job = job;
		this.failures = failures;
		this.crashes = crashes;
		this.receipt = receipt;
		this.token = Long.parseLong(receipt, 0, endOfToken(receipt), 10);
		this.deadline = deadline;
	}

	private static int endOfToken(String receipt) {
		int space = receipt.indexOf(' ');
		return (space < 0) ? receipt.length() : space;
	}

	/**
	 * The same lease with a later deadline.
	 * @param deadline when the lease ends, in terms of {@link System#nanoTime()}
	 * @return an equal lease
	 */
	public Lease withDeadline(long deadline) {
		return new Lease(this.queue, this.job, this.failures, this.crashes, this.receipt, deadline);
	}

	/**
	 * The queue.
	 * @return the name of the queue
	 */
	public String queue() {
		return this.queue;
	}

	/**
	 * The job.
	 * @return the job that is held
	 */
	public Job job() {
		return this.job;
	}

	/**
	 * The id of the job.
	 * @return the id
	 */
	public String id() {
		return this.job.id();
	}

	/**
	 * Which delivery of the job this is.
	 * @return 1 for the first, plus one for each failure and each crash before
	 */
	public int attempt() {
		return 1 + this.failures + this.crashes;
	}

	/**
	 * How often a handler failed on the job before.
	 * @return the number of failures
	 */
	public int failures() {
		return this.failures;
	}

	/**
	 * How often a worker vanished with the job before.
	 * @return the number of crashes
	 */
	public int crashes() {
		return this.crashes;
	}

	/**
	 * The fencing token: of two leases of one job, the later has the greater token. A
	 * handler can store it beside what it writes, and refuse to write over a greater one.
	 * In a queue that is not sharded that holds for any two leases; in one that is, the
	 * tokens of different jobs cannot be compared.
	 * @return the token
	 */
	public long token() {
		return this.token;
	}

	/**
	 * The token, and after a space what the queue knows the lease by.
	 * @return the receipt, of use to the queue only
	 */
	public String receipt() {
		return this.receipt;
	}

	/**
	 * When the lease ends by this machine's monotonic clock, unless it is extended.
	 * @return the deadline in terms of {@link System#nanoTime()}
	 */
	public long deadline() {
		return this.deadline;
	}

	/**
	 * How long the lease still lasts, unless it is extended.
	 * @return the remaining time, negative if it is over
	 */
	public Duration remaining() {
		return Duration.ofNanos(this.deadline - System.nanoTime());
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof Lease lease && this.token == lease.token && this.queue.equals(lease.queue)
				&& this.job.id().equals(lease.job.id());
	}

	@Override
	public int hashCode() {
		return Long.hashCode(this.token);
	}

	@Override
	public String toString() {
		return "Lease[" + this.queue + "/" + this.job.id() + ", attempt " + attempt() + ", token " + this.token + "]";
	}

}
