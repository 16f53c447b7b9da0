package io.github.redisqueue.script;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import io.github.redisqueue.script.Operation.Step;
import org.jspecify.annotations.Nullable;

import org.springframework.core.retry.RetryPolicy;
import org.springframework.dao.DataAccessException;
import org.springframework.util.backoff.BackOffExecution;

/**
 * One run of an operation. Replies are read where the client completes them: on its I/O
 * threads, or, if it blocks, on the thread that sends. Failures are examined where the
 * {@link Attendant} says, because that may block. At any time at most one call is under
 * way, so each field is used by one thread at a time.
 *
 * @param <R> the type of the result
 */
final class OperationRun<R> {

	/** How often a call is repeated that the server refuses. */
	static final RetryPolicy RETRIES = RetryPolicy.builder()
		.maxRetries(Long.MAX_VALUE)
		.delay(Duration.ofMillis(20))
		.multiplier(2)
		.maxDelay(Duration.ofMillis(250))
		.timeout(CallErrors.RETRY_WINDOW)
		.predicate(CallErrors::isTemporary)
		.build();

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

	/** The thread that waits for the result was interrupted. */
	void interrupt() {
		this.result.completeExceptionally(CallErrors.interrupted(Objects.requireNonNull(this.step)));
	}

	/** Whether the present thread reads a reply. */
	static boolean isReading() {
		return READING.get();
	}

	private void next() {
		try {
			if (this.result.isDone()) {
				endLate();
			}
			else if (this.operation.hasNext()) {
				Attempts attempts = new Attempts(this.operation.next(), RETRIES.getBackOff().start(),
						System.nanoTime());
				send(attempts, false);
			}
			else if (!this.result.complete(this.operation.result())) {
				endLate();
			}
		}
		catch (Throwable ex) {
			this.result.completeExceptionally(ex);
		}
	}

	/** The reply has come after the timeout. */
	private void endLate() {
		if (!this.operation.hasNext()) {
			this.operation.tooLate();
		}
	}

	private void send(Attempts attempts, boolean bySource) {
		Step step = attempts.step();
		this.step = step;
		ReplyWatch watch = this.attendant.watch(attempts.begin(),
				() -> this.result.completeExceptionally(this.calls.noReply(step)),
				(isWaiting) -> this.calls.doubt(step, isWaiting));
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
				this.attendant.repeat(() -> send(attempts, false), attempts.pause().nextBackOff());
			}
			else if (translated instanceof DataAccessException refused) {
				this.result.completeExceptionally(this.calls.errors().explained(refused, attempts.step()));
			}
			else {
				this.result.completeExceptionally(translated);
			}
		}
		catch (Throwable ex) {
			this.result.completeExceptionally(ex);
		}
	}

	/**
	 * The attempts to run one step.
	 *
	 * @param step the step
	 * @param pause the pauses between the attempts
	 * @param begin when the first attempt began, in terms of {@link System#nanoTime()}
	 */
	private record Attempts(Step step, BackOffExecution pause, long begin) {

		boolean isWorthRepeating(Throwable failure) {
			Duration elapsed = Duration.ofNanos(System.nanoTime() - this.begin);
			return RETRIES.shouldRetry(failure) && elapsed.compareTo(CallErrors.RETRY_WINDOW) < 0;
		}

	}

}
