package io.github.redisqueue.model;

/**
 * A worker from its start to its crash.
 */
final class ModelWorker {

	private final String name;

	private final boolean leasesEndTogether;

	/** When all its leases of a shard end, if they end together. */
	private final long[] ends;

	ModelWorker(String name, boolean leasesEndTogether, int shards) {
		this.name = name;
		this.leasesEndTogether = leasesEndTogether;
		this.ends = new long[shards];
	}

	String name() {
		return this.name;
	}

	boolean leasesEndTogether() {
		return this.leasesEndTogether;
	}

	long end(int shard) {
		return this.ends[shard];
	}

	/** It leased jobs of a shard, or extended its leases there. */
	void showLife(int shard, long end) {
		this.ends[shard] = end;
	}

}
