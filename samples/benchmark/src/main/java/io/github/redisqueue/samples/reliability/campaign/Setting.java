package io.github.redisqueue.samples.reliability.campaign;

import java.time.Duration;
import java.util.function.Supplier;

/**
 * The kinds of Redis that a cell can have.
 */
enum Setting {

	/** One server behind proxies. */
	STANDALONE(() -> new StandaloneServer(Servers.LEASE_TIME)),

	/** One server behind proxies, and time for jobs that are long on their way. */
	LONG_LEASES(() -> new StandaloneServer(Duration.ofSeconds(10))),

	/** One server behind proxies, and cleaners in processes of their own. */
	CLEANERS(CleanerServers::new),

	/** A primary, a replica and three sentinels. */
	SENTINEL(SentinelServers::new),

	/** A primary, two replicas and three sentinels, which can be separated. */
	PARTITION(PartitionableServers::new),

	/** The same, with a primary that refuses writes soon after it lost its replicas. */
	PARTITION_MIN_REPLICAS(() -> new PartitionableServers("min-replicas-to-write 1", "min-replicas-max-lag 1")),

	/** A cluster of three primaries and three replicas. */
	CLUSTER(ClusterServers::new);

	private final Supplier<Servers> servers;

	Setting(Supplier<Servers> servers) {
		this.servers = servers;
	}

	Servers start() {
		return this.servers.get();
	}

}
