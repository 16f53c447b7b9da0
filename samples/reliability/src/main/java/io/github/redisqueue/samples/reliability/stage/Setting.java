package io.github.redisqueue.samples.reliability.stage;

/**
 * The kinds of Redis that a cell can have.
 */
public enum Setting {

	/** One server behind proxies. */
	STANDALONE {

		@Override
		Servers start() {
			return new StandaloneServer();
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
