package io.github.redisqueue.model;

/**
 * A lease of a job. In queues of the type {@code list}, all leases of a worker end
 * together.
 */
final class ModelLease {

	private final ModelWorker worker;

	private final int shard;

	private long end;

	ModelLease(ModelWorker worker, int shard, long end) {
		this.worker = worker;
		this.shard = shard;
		this.end = end;
	}

	ModelWorker worker() {
		return this.worker;
	}

	long end() {
		return this.worker.leasesEndTogether() ? this.worker.end(this.shard) : this.end;
	}

	void extend(long end) {
		this.end = end;
	}

}
