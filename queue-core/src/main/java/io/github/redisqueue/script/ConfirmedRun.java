package io.github.redisqueue.script;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import io.github.redisqueue.Durability;
import io.github.redisqueue.script.Operation.Step;
import org.jspecify.annotations.Nullable;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;

/**
 * Runs an operation over a connection of its own to one node, and then waits over the
 * same connection until what the operation wrote is confirmed. Not thread-safe.
 *
 * @param <R> the type of the result
 */
final class ConfirmedRun<R> {

	private static final RetryTemplate RETRY = new RetryTemplate(OperationRun.RETRIES);

	private final ScriptCalls calls;

	private final Operation<R> operation;

	private final Step mark;

	private final Durability durability;

	private boolean cluster;

	ConfirmedRun(ScriptCalls calls, Operation<R> operation, Step mark, Durability durability) {
		this.calls = calls;
		this.operation = operation;
		this.mark = mark;
		this.durability = durability;
	}

	Confirmation<R> run() {
		if (!this.operation.hasNext()) {
			return new Confirmation<>(this.operation.result(), true, this.durability.replicas(), null);
		}
		// Asked before a connection is taken: a pool may have no second one.
		this.cluster = this.calls.isCluster();
		Step first = this.operation.next();
		try (NodeConnection node = explaining(first, () -> RETRY.invoke(() -> begin(first)))) {
			while (this.operation.hasNext()) {
				Step step = this.operation.next();
				explaining(step, () -> translating(node, () -> run(step, node)));
			}
			return confirmation(node);
		}
	}

	/** Until a call has succeeded, the next attempt may use another connection. */
	private NodeConnection begin(Step first) {
		NodeConnection node = CallErrors.opened(() -> this.calls.evaluator().connect(first.call().firstKey()));
		try {
			check(node);
			run(first, node);
			return node;
		}
		catch (RuntimeException ex) {
			node.close();
			throw node.translated(ex);
		}
	}

	/** Nothing is added if the server cannot confirm it. */
	private void check(NodeConnection node) {
		Duration shortest = Duration.ofMillis(1);
		try {
			if (this.durability.appendOnlyFile()) {
				node.waitForFiles(0, shortest);
			}
			else {
				node.waitForReplicas(0, shortest);
			}
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

	private Reply run(Step step, NodeConnection node) {
		byte[][] parts = step.call().keysAndArguments(step.script(), this.cluster);
		int keys = step.call().keyCount();
		List<@Nullable Object> values;
		try {
			values = node.evalSha(step.script().sha(), keys, parts);
		}
		catch (RuntimeException ex) {
			if (!ServerError.code(ex).equals("NOSCRIPT")) {
				throw ex;
			}
			values = node.eval(step.script().source(), keys, parts);
		}
		Reply reply = this.calls.read(step.call(), values);
		step.reader().accept(reply);
		return reply;
	}

	private <T> T explaining(Step step, Supplier<T> action) {
		try {
			return action.get();
		}
		catch (DataAccessException ex) {
			throw this.calls.errors().explained(ex, step);
		}
	}

	private static <T> T translating(NodeConnection node, Supplier<T> action) {
		try {
			return action.get();
		}
		catch (RuntimeException ex) {
			throw node.translated(ex);
		}
	}

	/** What the operation wrote is there, whatever fails from now on. */
	private Confirmation<R> confirmation(NodeConnection node) {
		try {
			explaining(this.mark, () -> translating(node, () -> run(this.mark, node)));
			return translating(node, () -> await(node));
		}
		catch (RuntimeException ex) {
			return new Confirmation<>(this.operation.result(), false, 0, ex);
		}
	}

	/**
	 * A wait is cut into pieces, so that the client does not take it for a lost reply.
	 */
	private Confirmation<R> await(NodeConnection node) {
		Duration piece = node.longestWait();
		long end = System.nanoTime() + this.durability.timeout().toNanos();
		Confirmation<R> last;
		do {
			Duration left = Duration.ofNanos(Math.max(1_000_000, end - System.nanoTime()));
			last = ask(node, (left.compareTo(piece) < 0) ? left : piece);
		}
		while (!last.fulfils(this.durability) && System.nanoTime() - end < 0);
		return last;
	}

	private Confirmation<R> ask(NodeConnection node, Duration piece) {
		if (!this.durability.appendOnlyFile()) {
			return new Confirmation<>(this.operation.result(), false,
					node.waitForReplicas(this.durability.replicas(), piece), null);
		}
		List<Long> confirmed = node.waitForFiles(this.durability.replicas(), piece);
		return new Confirmation<>(this.operation.result(), confirmed.get(0) > 0, confirmed.get(1).intValue(), null);
	}

}
