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

	/** A cluster of three primaries and three replicas. */
	CLUSTER {

		@Override
		Servers start() {
			return new ClusterServers();
		}

	};

	abstract Servers start();

}
