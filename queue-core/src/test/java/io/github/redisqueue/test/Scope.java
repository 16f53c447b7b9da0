package io.github.redisqueue.test;

import java.util.Set;

import io.github.redisqueue.QueueType;

/**
 * Queues to which tests of a contract apply.
 */
public enum Scope {

	/**
	 * Queues without shards on a single server. Shards, a cluster and another client add
	 * to them what other tests show.
	 */
	PLAIN {
		@Override
		boolean includes(QueueFactory queues, boolean onCluster) {
			return queues.lines() == 1 && !onCluster && queues.form() == Form.LETTUCE;
		}
	},

	/**
	 * The same, of two types with very different scripts; in the run of all tests of each
	 * type.
	 */
	PLAIN_OF_TWO_TYPES {
		@Override
		boolean includes(QueueFactory queues, boolean onCluster) {
			return PLAIN.includes(queues, onCluster) && (runsAll() || TWO.contains(queues.type()));
		}
	},

	/**
	 * Queues with Lettuce, as another client adds nothing to what these tests call; of
	 * those with shards, one type.
	 */
	LETTUCE {
		@Override
		boolean includes(QueueFactory queues, boolean onCluster) {
			return queues.form() == Form.LETTUCE && (queues.lines() == 1 || queues.type() == QueueType.STREAM);
		}
	},

	/** Queues on a single server. */
	SINGLE_SERVER {
		@Override
		boolean includes(QueueFactory queues, boolean onCluster) {
			return !onCluster;
		}
	},

	/** Queues on a Redis Cluster. */
	CLUSTER {
		@Override
		boolean includes(QueueFactory queues, boolean onCluster) {
			return onCluster;
		}
	};

	/** With very different scripts. */
	static final Set<QueueType> TWO = Set.of(QueueType.LEASE, QueueType.STREAM);

	abstract boolean includes(QueueFactory queues, boolean onCluster);

	/** Whether tests run also where they only repeat others. */
	public static boolean runsAll() {
		return Boolean.getBoolean("queue.test.all");
	}

}
