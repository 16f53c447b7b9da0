package io.github.redisqueue.script;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

import io.github.redisqueue.Durability;
import io.github.redisqueue.script.Operation.Lane;
import io.github.redisqueue.script.Operation.Step;

/**
 * Runs the scripts of a queue. Thread-safe.
 */
public interface Scripts {

	/**
	 * Whether the server is a Redis Cluster, so that all keys of a script must be in one
	 * slot.
	 */
	boolean isCluster();

	/**
	 * How long a caller waits for a reply: very long if the client has a timeout of its
	 * own.
	 */
	Duration timeout();

	/**
	 * Runs an operation, and waits for its result.
	 * @throws org.springframework.dao.DataAccessException if Redis is unavailable or
	 * rejects a call
	 */
	<R> R run(Operation<R> operation);

	/**
	 * Runs an operation over a connection of its own, and waits over the same connection
	 * until servers confirm what it wrote. All keys of the operation must be on one node.
	 * @param mark writes something after the operation, so that the wait covers what
	 * others wrote before
	 * @param durability what has to be confirmed, and for how long to wait for that
	 * @return the result, and what is confirmed; if the mark or the wait has failed, that
	 * is nothing
	 * @throws org.springframework.dao.DataAccessException if Redis is unavailable or
	 * rejects a call of the operation, also if it cannot confirm what is asked for: then
	 * the operation has not begun
	 */
	<R> Confirmation<R> confirm(Operation<R> operation, Step mark, Durability durability);

	/** Runs a script that replies with a list, and waits for the reply. */
	default Reply run(Script script, Call call) {
		return run(Operation.of(Lane.SETTLE, script, call, Function.identity()));
	}

	/**
	 * Starts an operation without waiting. If Redis is unavailable or rejects a call, the
	 * result is a {@link org.springframework.dao.DataAccessException}. It is completed on
	 * a thread that must not be blocked.
	 */
	<R> CompletableFuture<R> start(Operation<R> operation);

	/**
	 * Looks whether there is nothing to do for a queue. Looks with the same script that
	 * begin at about the same time share a call. On a Redis Cluster, and with a client
	 * that blocks, it is not known, as if the look had failed.
	 * @param script replies with the positions of the queues for which there may be
	 * something to do
	 * @param queue the keys of the queue, and what the script expects of them
	 * @return whether it is known that there is nothing; no exception
	 */
	CompletableFuture<Boolean> isQuiet(Script script, Call queue);

	/**
	 * Whether the server gets operations of one script in the order in which they are
	 * started, and replies in that order, since they share one connection.
	 */
	boolean keepsOrder();

	/**
	 * Where to run code that may block, such as a log appender, after an operation that
	 * was started.
	 */
	Executor background();

}
