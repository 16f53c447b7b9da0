package io.github.redisqueue.script;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;

import io.github.redisqueue.script.Operation.Step;
import org.jspecify.annotations.Nullable;

import org.springframework.core.retry.RetryPolicy;
import org.springframework.dao.DataAccessException;
import org.springframework.util.backoff.BackOff;
import org.springframework.util.backoff.BackOffExecution;

/**
 * One run of an operation. Replies are read where the client completes them: on its I/O
 * threads, or, if it blocks, on the thread that sends. Failures are examined where the
 * {@link Attendant} says, because that may block. At any time at most one call is under
 * way, so each field is used by one thread at a time.
 */
final class OperationRun<R> {

	/** How long to wait before a call is repeated that the server refuses. */
	private static final BackOff PAUSES = RetryPolicy.builder()
		.delay(Duration.ofMillis(20))
		.multiplier(2)
		.maxDelay(Duration.ofMillis(250))
		.maxRetries(Long.MAX_VALUE)
		.build()
		.getBackOff();

	/** Whether a thread reads a reply at the moment, so that it must not wait for one. */
	private static final ThreadLocal<Boolean> READING = ThreadLocal.withInitial(() -> false);

	private final ScriptCalls calls;

	private final Operation<R> operation;

	private final Attendant attendant;

	private final CompletableFuture<R> result = new CompletableFuture<>();

	/** The last call, and its reply, which may not have come yet. */
	private volatile @Nullable Step step;

	private volatile @Nullable CompletableFuture<?> reply;

	OperationRun(ScriptCalls calls, Operation<R> operation, Attendant attendant) {
		this.calls = calls;
		this.operation = operation;
		this.attendant = attendant;
	}

	CompletableFuture<R> start() {
		next();
		return this.result;
	}

	/** What still waits for a connection is not sent any more. */
	void cancelCall() {
		CompletableFuture<?> last = this.reply;
		if (last != null) {
			last.cancel(false);
		}
	}

	/** Tells the factory of a timeout, so that it replaces the connection. */
	RuntimeException reported(RuntimeException timeout) {
		return this.calls.errors().translate(timeout);
	}

	/** No reply has come within the timeout. */
	void giveUp() {
		this.result.completeExceptionally(this.calls.noReply(Objects.requireNonNull(this.step)));
	}

	/** A call has waited for a while. */
	void doubt(BooleanSupplier isWaiting) {
		this.calls.doubt(Objects.requireNonNull(this.step), isWaiting);
	}

	/**
	 * The thread that waits for the result was interrupted.
	 * @param refused whether the server has refused the call, which was to be repeated
	 */
	void interrupt(boolean refused) {
		this.result.completeExceptionally(CallErrors.interrupted(Objects.requireNonNull(this.step), refused));
	}

	/** Whether the present thread reads a reply. */
	static boolean isReading() {
		return READING.get();
	}

	/**
	 * Sends the next call, or ends the run. The first call is sent on the thread that
	 * starts the run, the others where the reply before them is read.
	 */
	private void next() {
		try {
			if (this.result.isDone()) {
				endLate();
			}
			else if (this.operation.steps().hasNext()) {
				Long begin = this.operation.begin();
				send(new Attempts(this.operation.steps().next(), null, (begin != null) ? begin : System.nanoTime()),
						false);
			}
			else if (!this.result.complete(this.operation.result().get())) {
				endLate();
			}
		}
		catch (Throwable ex) {
			this.result.completeExceptionally(ex);
		}
	}

	/** The reply has come after the timeout. */
	private void endLate() {
		if (!this.operation.steps().hasNext()) {
			this.operation.tooLate().accept(this.operation.result().get());
		}
	}

	/**
	 * Sends a call.
	 * @param bySource whether the server has replied that it does not know the script
	 */
	private void send(Attempts attempts, boolean bySource) {
		Step step = attempts.step();
		this.step = step;
		Watch watch = this.attendant.watch(this, attempts.begin());
		CompletableFuture<List<@Nullable Object>> sent;
		try {
			sent = this.calls.evaluate(step, bySource).toCompletableFuture();
		}
		catch (RuntimeException ex) {
			sent = CompletableFuture.failedFuture(ex);
		}
		this.reply = sent;
		sent.whenComplete((values, failure) -> {
			watch.onReply();
			if (failure == null) {
				watch.stop();
				read(step, values);
			}
			else if (!this.result.isDone()) {
				// The watch goes on until then, as the background may be blocked.
				this.attendant.examine(() -> {
					try {
						examine(attempts, bySource, failure);
					}
					finally {
						watch.stop();
					}
				});
			}
		});
	}

	/** What depends on the result runs within this, unless it has a thread of its own. */
	private void read(Step step, List<@Nullable Object> values) {
		boolean wasReading = READING.get();
		READING.set(true);
		try {
			step.reader().accept(this.calls.read(step.call(), values));
			next();
		}
		catch (Throwable ex) {
			this.result.completeExceptionally(ex);
		}
		finally {
			READING.set(wasReading);
		}
	}

	/**
	 * Sends a script that the server does not know by its source, repeats what it refuses
	 * for the moment, and ends the run after any other failure.
	 */
	private void examine(Attempts attempts, boolean bySource, Throwable failure) {
		try {
			Throwable cause = (failure instanceof CompletionException && failure.getCause() != null)
					? failure.getCause() : failure;
			if (this.result.isDone()) {
				return;
			}
			if (!bySource && ServerError.code(cause).equals("NOSCRIPT")) {
				send(attempts, true);
				return;
			}
			RuntimeException translated = this.calls.errors().translate(cause);
			if (attempts.isWorthRepeating(translated)) {
				BackOffExecution pauses = (attempts.pauses() != null) ? attempts.pauses() : PAUSES.start();
				this.attendant.repeat(() -> send(new Attempts(attempts.step(), pauses, attempts.begin()), false),
						pauses.nextBackOff());
			}
			else {
				this.result.completeExceptionally((translated instanceof DataAccessException refused)
						? this.calls.errors().explained(refused, attempts.step()) : translated);
			}
		}
		catch (Throwable ex) {
			this.result.completeExceptionally(ex);
		}
	}

	/**
	 * The attempts to run one step.
	 *
	 * @param pauses the pauses between the attempts; null before the first one
	 * @param begin when the first attempt began, in terms of {@link System#nanoTime()}
	 */
	private record Attempts(Step step, @Nullable BackOffExecution pauses, long begin) {

		boolean isWorthRepeating(Throwable failure) {
			return ServerError.isTemporary(failure)
					&& System.nanoTime() - this.begin < ServerError.RETRY_WINDOW.toNanos();
		}

	}

	/**
	 * Who attends to a run: sees to the time of its calls, and examines their failures.
	 */
	interface Attendant {

		/**
		 * A call is about to be sent. If no reply comes within the timeout, the run is
		 * given up; if none comes within {@link SilenceWatch#PATIENCE}, the connection is
		 * in doubt.
		 * @param begin when its first attempt began, in terms of
		 * {@link System#nanoTime()}
		 * @return is told when the call has ended
		 */
		Watch watch(OperationRun<?> run, long begin);

		/** Examines a failure, which may block. */
		void examine(Runnable task);

		/** Repeats a call after so many ms. */
		void repeat(Runnable task, long millis);

	}

	/** Watches how long a call waits for its reply. */
	interface Watch {

		/**
		 * The reply has come, or the call has failed. The watch goes on until it is
		 * stopped.
		 */
		void onReply();

		/** Nothing of the call is left to wait for. */
		void stop();

	}

}
