package io.github.redisqueue.shard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.script.Batches;
import org.jspecify.annotations.Nullable;

/**
 * Collects the leases of several shards for one call. The queue asks the shards one after
 * the other. If a shard fails, the leases of the other shards are kept. Not thread-safe.
 */
final class ShardedLease {

	private final int max;

	private final List<Lease> leases = new ArrayList<>();

	private long bytes;

	private int largest = 1;

	private int asked;

	private int paused;

	private @Nullable Duration nextDue;

	private @Nullable RuntimeException failure;

	ShardedLease(int max) {
		this.max = Math.min(max, Batches.MAX_JOBS);
	}

	boolean wantsMore() {
		return this.leases.size() < this.max && this.bytes < Batches.MAX_BYTES;
	}

	/**
	 * How many jobs to ask the next shard for: as many as fit into the remaining bytes if
	 * each is as large as the largest so far.
	 */
	int missing() {
		long fitting = Math.max(1, (Batches.MAX_BYTES - this.bytes) / this.largest);
		return (int) Math.min(this.max - this.leases.size(), fitting);
	}

	/** Takes the answer of a shard: its result or its failure. */
	void answered(@Nullable LeaseResult result, @Nullable Throwable thrown) {
		this.asked++;
		if (result != null) {
			take(result);
		}
		else if (this.failure == null) {
			this.failure = (thrown instanceof RuntimeException unchecked) ? unchecked
					: new IllegalStateException(thrown);
		}
	}

	private void take(LeaseResult result) {
		for (Lease lease : result.leases()) {
			this.leases.add(lease);
			this.bytes += lease.job().size();
			this.largest = Math.max(this.largest, lease.job().size());
		}
		this.paused += result.paused() ? 1 : 0;
		Duration due = result.nextDue();
		if (due != null && (this.nextDue == null || due.compareTo(this.nextDue) < 0)) {
			this.nextDue = due;
		}
	}

	/**
	 * The result of all shards that were asked. If a shard was not asked or failed, the
	 * result tells the caller to ask again at once, because that shard may have ready
	 * jobs.
	 * @throws RuntimeException the exception of the first shard that failed, if no shard
	 * returned a lease
	 */
	LeaseResult result(int shards) {
		if (this.leases.isEmpty() && this.failure != null) {
			throw this.failure;
		}
		boolean unknown = this.asked < shards || this.failure != null;
		return new LeaseResult(this.leases, unknown ? Duration.ZERO : this.nextDue, this.paused == shards);
	}

}
