package io.github.redisqueue.script;

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * An operation on a queue: calls of scripts, one after the other, and the result that
 * their replies add up to. A {@link ScriptRunner} runs it, either while its caller waits
 * or without waiting. An operation can be run once. Not thread-safe.
 *
 * @param <R> the type of the result
 */
public final class Operation<R> {

	private final Lane lane;

	private final Iterator<Step> steps;

	private final Supplier<R> result;

	private final Consumer<R> late;

	/**
	 * An operation.
	 * @param lane the kind of the operation
	 * @param steps the calls; the iterator is asked for the next one after the reply of
	 * the last one has been read
	 * @param result returns the result after the last reply has been read
	 */
	public Operation(Lane lane, Iterator<Step> steps, Supplier<R> result) {
		this(lane, steps, result, (unused) -> {
		});
	}

	private Operation(Lane lane, Iterator<Step> steps, Supplier<R> result, Consumer<R> late) {
		this.lane = lane;
		this.steps = steps;
		this.result = result;
		this.late = late;
	}

	/**
	 * An operation of one call, whose result is the reply.
	 * @param script the script
	 * @param call its keys and arguments
	 * @return the operation
	 */
	static Operation<Reply> of(Script script, Call call) {
		AtomicReference<Reply> reply = new AtomicReference<>();
		return new Operation<>(Lane.SETTLE, List.of(new Step(script, call, reply::set)).iterator(), reply::get);
	}

	/**
	 * The same operation with a receiver for a result that comes too late: the reply came
	 * after the operation had failed with a timeout.
	 * @param receiver called with the result; must not block
	 * @return an operation that replaces this one
	 */
	public Operation<R> late(Consumer<R> receiver) {
		return new Operation<>(this.lane, this.steps, this.result, receiver);
	}

	Lane lane() {
		return this.lane;
	}

	boolean hasNext() {
		return this.steps.hasNext();
	}

	Step next() {
		return this.steps.next();
	}

	R result() {
		return this.result.get();
	}

	void tooLate() {
		this.late.accept(result());
	}

	/**
	 * One call of a script.
	 *
	 * @param script the script
	 * @param call its keys and arguments
	 * @param reader reads the reply; must not block
	 */
	public record Step(Script script, Call call, Consumer<Reply> reader) {

	}

	/**
	 * Kinds of operations. Clients without an asynchronous interface have threads of
	 * their own for each kind, so that operations of one kind do not wait for those of
	 * another.
	 */
	public enum Lane {

		/** Adding jobs. */
		ADD,

		/** Looking for jobs and leasing them. */
		LEASE,

		/** Settling leased jobs. */
		SETTLE,

		/** Extending leases. */
		EXTEND,

		/** Telling that an instance is alive. */
		ANNOUNCE

	}

}
