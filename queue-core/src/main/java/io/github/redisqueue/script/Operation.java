package io.github.redisqueue.script;

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * An operation on a queue: calls of scripts, one after the other, and the result that
 * their replies add up to. It can be run once. Not thread-safe.
 *
 * @param steps the calls; the iterator is asked for the next one after the reply of the
 * last one has been read
 * @param result returns the result after the last reply has been read
 * @param tooLate gets the result if the last reply comes after the operation has failed
 * with a timeout; must not block
 * @param begin when its caller began, in terms of {@link System#nanoTime()}: what a
 * server refuses is repeated for a while from then on; null if each call counts for
 * itself
 */
public record Operation<R>(Lane lane, Iterator<Step> steps, Supplier<R> result, Consumer<R> tooLate,
		@Nullable Long begin) {

	/** An operation whose result nobody cares for when it comes too late. */
	public Operation(Lane lane, Iterator<Step> steps, Supplier<R> result) {
		this(lane, steps, result, (unused) -> {
		}, null);
	}

	/**
	 * An operation of one call, whose reader returns the result that the reply stands
	 * for, and must not block.
	 */
	public static <R> Operation<R> of(Lane lane, Script script, Call call, Function<Reply, R> reader) {
		AtomicReference<R> result = new AtomicReference<>();
		Step step = new Step(script, call, (reply) -> result.set(reader.apply(reply)));
		return new Operation<>(lane, List.of(step).iterator(), result::get);
	}

	/** A call for each of some batches, which is built when its turn comes. */
	public static <B> Iterator<Step> steps(List<B> batches, Function<B, Step> step) {
		Iterator<B> each = batches.iterator();
		return new Iterator<>() {

			@Override
			public boolean hasNext() {
				return each.hasNext();
			}

			@Override
			public Step next() {
				return step.apply(each.next());
			}

		};
	}

	/**
	 * The same operation with a receiver for a result that comes too late, which must not
	 * block. Replaces this one.
	 */
	public Operation<R> late(Consumer<R> receiver) {
		return new Operation<>(this.lane, this.steps, this.result, receiver, this.begin);
	}

	/** The same operation of a caller who began at a time. Replaces this one. */
	public Operation<R> begunAt(long nanos) {
		return new Operation<>(this.lane, this.steps, this.result, this.tooLate, nanos);
	}

	/** One call of a script, with what reads its reply, which must not block. */
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
