package io.github.redisqueue.script;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

import io.github.redisqueue.Durability;
import io.github.redisqueue.script.Operation.Lane;
import io.github.redisqueue.script.Operation.Step;
import org.jspecify.annotations.Nullable;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.support.DataAccessUtils;

/**
 * Runs an operation over a connection of its own to one node, and then waits over the
 * same connection until what the operation wrote is confirmed. Not thread-safe.
 */
final class ConfirmedRun implements Evaluator, AutoCloseable {

	/** Opens the connection. */
	private final AsyncEvaluator evaluator;

	private final Durability durability;

	/** The connection; null before the first call, and after one that was refused. */
	private @Nullable NodeConnection node;

	/** Whether a call has succeeded, after which all others use the same connection. */
	private boolean begun;

	ConfirmedRun(AsyncEvaluator evaluator, Durability durability) {
		this.evaluator = evaluator;
		this.durability = durability;
	}

	<R> Confirmation<R> run(ScriptCalls calls, Operation<R> operation, Step mark) {
		boolean writes = operation.steps().hasNext();
		ScriptCalls own = calls.over(this);
		R result = WaitingCaller.run(own, operation);
		if (!writes) {
			return new Confirmation<>(result, true, this.durability.replicas(), null);
		}
		NodeConnection used = Objects.requireNonNull(this.node);
		// What the operation wrote is there, whatever fails from now on.
		try {
			WaitingCaller.run(own, new Operation<>(Lane.ADD, List.of(mark).iterator(), () -> true));
			return await(result, used);
		}
		catch (RuntimeException ex) {
			return new Confirmation<>(result, false, 0, DataAccessUtils.translateIfNecessary(ex, used));
		}
	}

	/** Connects with the first call, whose first key names the node. */
	@Override
	public CompletionStage<List<@Nullable Object>> evaluate(String sha, byte @Nullable [] source, int keys,
			byte[][] parts) {
		NodeConnection used = (this.node != null) ? this.node : this.evaluator.connect(parts[0]);
		try {
			if (this.node == null) {
				this.node = used;
				check(used);
			}
			CompletionStage<List<@Nullable Object>> reply = used.evaluate(sha, source, keys, parts);
			this.begun = true;
			return reply;
		}
		catch (RuntimeException ex) {
			if (!this.begun && ServerError.isTemporary(ex)) {
				// The next attempt may get another one.
				close();
			}
			throw DataAccessUtils.translateIfNecessary(ex, used);
		}
	}

	/** Nothing is added if the server cannot confirm it. */
	private void check(NodeConnection node) {
		try {
			node.await(0, this.durability.appendOnlyFile(), Duration.ofMillis(1));
		}
		catch (RuntimeException ex) {
			String message = String.valueOf(NestedExceptionUtils.getMostSpecificCause(ex).getMessage());
			if (message.contains("unknown command") || message.contains("appendonly")) {
				throw new InvalidDataAccessApiUsageException(
						"The server cannot confirm that jobs are in its append-only file: that needs Redis 7.2 or later"
								+ " with 'appendonly yes'. Nothing was added: " + message,
						ex);
			}
			throw ex;
		}
	}

	/**
	 * A wait is cut into pieces, so that the client does not take it for a lost reply.
	 */
	private <R> Confirmation<R> await(R result, NodeConnection node) {
		Duration piece = node.longestWait();
		long end = System.nanoTime() + this.durability.timeout().toNanos();
		Confirmation<R> last;
		do {
			Duration left = Duration.ofNanos(Math.max(1_000_000, end - System.nanoTime()));
			List<Long> confirmed = node.await(this.durability.replicas(), this.durability.appendOnlyFile(),
					(left.compareTo(piece) < 0) ? left : piece);
			last = new Confirmation<>(result, confirmed.get(0) > 0, confirmed.get(1).intValue(), null);
		}
		while (!last.fulfils(this.durability) && System.nanoTime() - end < 0);
		return last;
	}

	@Override
	public void close() {
		if (this.node != null) {
			this.node.close();
			this.node = null;
		}
	}

}
