package io.github.redisqueue.samples.reliability.stage;

import java.time.Duration;

/**
 * The kinds of Redis that a cell can have.
 */
public enum Setting {

	/** One server behind proxies. */
	STANDALONE {

		@Override
		Servers start() {
			return new StandaloneServer(Servers.LEASE_TIME);
		}

	},

	/** One server behind proxies, and time for jobs that are long on their way. */
	LONG_LEASES {

		@Override
		Servers start() {
			return new StandaloneServer(Duration.ofSeconds(10));
		}

	},

	/** One server behind proxies, and cleaners in processes of their own. */
	CLEANERS {

		@Override
		Servers start() {
			return new CleanerServers();
		}

	},

	/** A primary, a replica and three sentinels. */
	SENTINEL {

		@Override
		Servers start() {
			return new SentinelServers();
		}

	},

	/** A primary, two replicas and three sentinels, which can be separated. */
	PARTITION {

		@Override
		Servers start() {
			return new PartitionableServers();
		}

	},

	/** The same, with a primary that refuses writes soon after it lost its replicas. */
	PARTITION_MIN_REPLICAS {

		@Override
		Servers start() {
			return new PartitionableServers("min-replicas-to-write 1", "min-replicas-max-lag 1");
		}

	},

	/** A cluster of three primaries and three replicas. */
	CLUSTER {

		@Override
		Servers start() {
			return new ClusterServers();
		}

	};

	abstract Servers start();

}
