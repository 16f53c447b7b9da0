package io.github.redisqueue.script;

import java.time.Duration;
import java.util.List;

import org.springframework.dao.support.PersistenceExceptionTranslator;

/**
 * A connection to one node that nobody else uses. It never connects anew: after a failure
 * all further calls fail, because what a new connection confirms may have been lost with
 * the node before. Blocks, also until the reply to a script has come, and throws what a
 * call fails with. Translates its own failures, without any effect on connections that
 * others use. Not thread-safe.
 */
public interface NodeConnection extends Evaluator, PersistenceExceptionTranslator, AutoCloseable {

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

	@Override
	void close();

}
