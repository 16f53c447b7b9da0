package io.github.redisqueue;

/**
 * A lease whose holder extends it while a handler uses it. Listeners pass such leases to
 * handlers. Queues accept it in place of the lease that they created. Thread-safe.
 */
public abstract class HeldLease implements Lease {

	/**
	 * Creates a lease.
	 */
	protected HeldLease() {
	}

	/**
	 * {@return the lease as the queue created or extended it last}
	 */
	public abstract Lease latest();

	@Override
	public abstract boolean isLost();

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
	public boolean equals(Object other) {
		return latest().equals(other);
	}

	@Override
	public int hashCode() {
		return latest().hashCode();
	}

	@Override
	public String toString() {
		return latest().toString();
	}

}
