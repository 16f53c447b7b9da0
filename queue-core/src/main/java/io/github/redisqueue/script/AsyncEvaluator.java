package io.github.redisqueue.script;

import java.util.List;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * Sends scripts to Redis without waiting for their replies. Implementations are
 * thread-safe. They complete replies on I/O threads, which must not be blocked.
 */
public interface AsyncEvaluator {

	/**
	 * Whether the server is a Redis Cluster.
	 * @return whether all keys of a script must be in one slot
	 */
	boolean isCluster();

	/**
	 * Runs a script that the server knows.
	 * @param sha the SHA-1 of the script
	 * @param keys the number of keys
	 * @param parts the keys, then the arguments
	 * @return the reply, or the exception of the client
	 */
	CompletionStage<List<@Nullable Object>> evalSha(String sha, int keys, byte[][] parts);

	/**
	 * Runs a script that the server may not know.
	 * @param source the script
	 * @param keys the number of keys
	 * @param parts the keys, then the arguments
	 * @return the reply, or the exception of the client
	 */
	CompletionStage<List<@Nullable Object>> eval(byte[] source, int keys, byte[][] parts);

	/**
	 * Whether the server runs scripts over a new connection. Blocks until it replies, or
	 * until a timeout.
	 * @param key a key; on a Redis Cluster the question concerns the node that has it
	 * @return whether it has replied
	 */
	boolean repliesElsewhere(byte[] key);

	/**
	 * Opens a connection of its own to one node. Blocks.
	 * @param key a key; on a Redis Cluster the connection is to the node that has it
	 * @return the connection, which the caller closes
	 */
	NodeConnection connect(byte[] key);

}
