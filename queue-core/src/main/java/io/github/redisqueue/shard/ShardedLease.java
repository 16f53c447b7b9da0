package io.github.redisqueue.shard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.script.Batches;
import org.jspecify.annotations.Nullable;

/**
 * One lease from several shards, which are asked one after the other. What was taken is
 * never thrown away. Not thread-safe.
 */
final class ShardedLease {

	private final int max;

	private final List<Lease> leases = new ArrayList<>();

	private final FailureCollector attempts = new FailureCollector();

	private long bytes;

	private int largest = 1;

	private int asked;

	private int paused;

	private @Nullable Duration nextDue;

	ShardedLease(int max) {
		this.max = Math.min(max, Batches.MAX_JOBS);
	}

	boolean wantsMore() {
		return this.leases.size() < this.max && this.bytes < Batches.MAX_BYTES;
	}

	/** Asks a shard for as many as would fit if all were as large as the largest. */
	void ask(WorkerQueue shard) {
		long fitting = Math.max(1, (Batches.MAX_BYTES - this.bytes) / this.largest);
		int missing = (int) Math.min(this.max - this.leases.size(), fitting);
		this.asked++;
		this.attempts.make(() -> take(shard.lease(missing)));
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
	 * What it brought. A shard that was not asked, or that failed, may have more.
	 * @throws RuntimeException if a shard failed, and the others gave nothing
	 */
	LeaseResult result(int shards) {
		if (this.leases.isEmpty()) {
			this.attempts.throwFirst();
		}
		boolean unknown = this.asked < shards || this.attempts.anyFailed();
		return new LeaseResult(this.leases, unknown ? Duration.ZERO : this.nextDue, this.paused == shards);
	}

}
