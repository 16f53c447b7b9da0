package io.github.redisqueue.script;

/**
 * Sends scripts to Redis without waiting for their replies, and opens connections beside
 * the one that it uses. Implementations are thread-safe. They complete replies on I/O
 * threads, which must not be blocked.
 */
public interface AsyncEvaluator extends Evaluator {

	/**
	 * Whether the server is a Redis Cluster.
	 * @return whether all keys of a script must be in one slot
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
	 * Opens a connection of its own to one node. Blocks.
	 * @param key a key; on a Redis Cluster the connection is to the node that has it
	 * @return the connection, which the caller closes
	 */
	NodeConnection connect(byte[] key);

}
