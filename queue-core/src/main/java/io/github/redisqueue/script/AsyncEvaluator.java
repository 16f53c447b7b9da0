package io.github.redisqueue.script;

/**
 * Sends scripts to Redis without waiting for their replies, and opens connections beside
 * the one that it uses. Implementations are thread-safe. They complete replies on I/O
 * threads, which must not be blocked.
 */
public interface AsyncEvaluator extends Evaluator {

	/**
	 * Whether the server is a Redis Cluster, so that all keys of a script must be in one
	 * slot.
	 */
	boolean isCluster();

	/**
	 * Whether the server runs scripts over a new connection. Blocks until it replies, or
	 * until a timeout. Nobody asks clients that block: each of their calls has a timeout
	 * of its own.
	 * @param key a key; on a Redis Cluster the question concerns the node that has it
	 * @return whether it has replied
	 */
	default boolean repliesElsewhere(byte[] key) {
		return false;
	}

	/**
	 * Opens a connection of its own to one node, on a Redis Cluster to the one that has a
	 * key. Blocks. The caller closes it.
	 */
	NodeConnection connect(byte[] key);

}
