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
	 * Waits until what was written over this connection is where it has to be.
	 * @param replicas how many replicas have to have it
	 * @param inFiles whether they, and the primary, have to have it in their append-only
	 * files on disk
	 * @param timeout how long to wait, at most {@link #longestWait()}
	 * @return 1 if the primary has it in its file, else 0; and how many replicas have it
	 */
	List<Long> await(int replicas, boolean inFiles, Duration timeout);

	/** The longest wait that a client does not take for a lost reply, at least 1 ms. */
	Duration longestWait();

	@Override
	void close();

}
