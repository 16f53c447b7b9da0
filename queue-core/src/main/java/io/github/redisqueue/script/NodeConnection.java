package io.github.redisqueue.script;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A connection to one node that nobody else uses. It never connects anew: after a failure
 * all further calls fail, because what a new connection confirms may have been lost with
 * the node before. Blocks. Not thread-safe.
 */
public interface NodeConnection extends AutoCloseable {

	/**
	 * Runs a script that the server knows.
	 * @param sha the SHA-1 of the script
	 * @param keys the number of keys
	 * @param parts the keys, then the arguments
	 * @return the reply
	 */
	List<@Nullable Object> evalSha(String sha, int keys, byte[][] parts);

	/**
	 * Runs a script that the server may not know.
	 * @param source the script
	 * @param keys the number of keys
	 * @param parts the keys, then the arguments
	 * @return the reply
	 */
	List<@Nullable Object> eval(byte[] source, int keys, byte[][] parts);

	/**
	 * Waits until replicas have what was written over this connection.
	 * @param replicas how many replicas
	 * @param timeout how long to wait, at most {@link #longestWait()}
	 * @return how many replicas have it
	 */
	int waitForReplicas(int replicas, Duration timeout);

	/**
	 * Waits until what was written over this connection is in append-only files on disk.
	 * @param replicas how many replicas, beside the primary
	 * @param timeout how long to wait, at most {@link #longestWait()}
	 * @return 1 if the primary has it, else 0; and how many replicas have it
	 */
	List<Long> waitForFiles(int replicas, Duration timeout);

	/**
	 * How long one wait may take, so that the client does not take it for a lost reply.
	 * @return the longest timeout to wait with, at least 1 ms
	 */
	Duration longestWait();

	/**
	 * Translates a failure of this connection. Connections that others use stay as they
	 * are.
	 * @param failure what a call has thrown
	 * @return a {@link org.springframework.dao.DataAccessException}, or the failure
	 * itself if it is not one of Redis
	 */
	RuntimeException translated(RuntimeException failure);

	@Override
	void close();

}
