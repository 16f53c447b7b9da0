package io.github.redisqueue;

import java.util.concurrent.CompletionStage;

/**
 * A lease whose holder extends it while a handler uses it. Listeners pass such leases to
 * handlers. Queues accept it in place of the lease that they created. Thread-safe.
 */
public final class HeldLease implements Lease {

	private final Holder holder;

	/**
	 * Creates a lease.
	 * @param holder knows the state of the lease
	 */
	public HeldLease(Holder holder) {
		this.holder = holder;
	}

	/**
	 * The lease as the queue created or extended it last.
	 * @return the lease with the latest known deadline
	 */
	public Lease latest() {
		return this.holder.lease();
	}

	@Override
	public String queue() {
		return latest().queue();
	}

	@Override
	public Job job() {
		return latest().job();
	}

	@Override
	public boolean isFirst() {
		return latest().isFirst();
	}

	@Override
	public int failures() {
		return latest().failures();
	}

	@Override
	public int crashes() {
		return latest().crashes();
	}

	@Override
	public long token() {
		return latest().token();
	}

	@Override
	public long deadline() {
		return latest().deadline();
	}

	@Override
	public boolean isLost() {
		return this.holder.isLost();
	}

	@Override
	public CompletionStage<Boolean> extend() {
		return this.holder.extend();
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof HeldLease held ? latest().equals(held.latest()) : latest().equals(other);
	}

	@Override
	public int hashCode() {
		return latest().hashCode();
	}

	@Override
	public String toString() {
		return latest().toString();
	}

	/**
	 * Holds a lease for a handler. Thread-safe.
	 */
	public interface Holder {

		/**
		 * The lease as the queue created or extended it last.
		 * @return the lease with the latest known deadline
		 */
		Lease lease();

		/**
		 * Whether the lease is known to be lost. Does not wait.
		 * @return whether the lease is lost
		 */
		boolean isLost();

		/**
		 * Extends the lease, without waiting.
		 * @return as {@link Lease#extend()} says
		 */
		CompletionStage<Boolean> extend();

	}

}
