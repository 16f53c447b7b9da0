package io.github.redisqueue.script;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.script.Operation.Step;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.util.backoff.BackOffExecution;

/**
 * One run of an operation without waiting. Replies are read on the I/O threads of the
 * client; failures are examined on another thread, because that may block. At any time at
 * most one call is under way, so each field is used by one thread at a time.
 *
 * @param <R> the type of the result
 */
final class AsyncRun<R> {

	private final AsyncScripts scripts;

	private final Operation<R> operation;

	private final CompletableFuture<R> result = new CompletableFuture<>();

	AsyncRun(AsyncScripts scripts, Operation<R> operation) {
		this.scripts = scripts;
		this.operation = operation;
	}

	CompletableFuture<R> start() {
		next();
		return this.result;
	}

	private void next() {
		try {
			if (this.result.isDone()) {
				endLate();
			}
			else if (this.operation.hasNext()) {
				Attempts attempts = new Attempts(this.operation.next(), this.scripts.retries().start(),
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
		ReplyTimer timer = ReplyTimer.start(this.scripts.timer(), this.scripts.timeout(), (waiting) -> giveUp(attempts),
				(waiting) -> doubt(attempts, waiting));
		CompletionStage<List<@Nullable Object>> reply;
		try {
			reply = this.scripts.evaluate(attempts.step(), bySource);
		}
		catch (RuntimeException ex) {
			reply = CompletableFuture.failedFuture(ex);
		}
		reply.whenComplete((values, failure) -> {
			timer.onReply();
			if (failure == null) {
				timer.stop();
				read(attempts.step(), values);
			}
			else if (!this.result.isDone()) {
				// The timer goes on until then, as the background may be blocked.
				this.scripts.background().execute(() -> {
					try {
						examine(attempts, bySource, failure);
					}
					finally {
						timer.stop();
					}
				});
			}
		});
	}

	private void doubt(Attempts attempts, ReplyTimer timer) {
		if (timer.isWaiting()) {
			this.scripts.doubt(attempts.step(), timer::isWaiting);
		}
	}

	private void giveUp(Attempts attempts) {
		this.result.completeExceptionally(this.scripts.noReply(attempts.step()));
	}

	private void read(Step step, List<@Nullable Object> values) {
		try {
			step.reader().accept(this.scripts.read(step.call(), values));
		}
		catch (Throwable ex) {
			this.result.completeExceptionally(ex);
			return;
		}
		next();
	}

	private void examine(Attempts attempts, boolean bySource, Throwable failure) {
		try {
			Throwable cause = (failure instanceof CompletionException && failure.getCause() != null)
					? failure.getCause() : failure;
			RuntimeException translated = this.scripts.translate(cause);
			if (this.result.isDone()) {
				return;
			}
			if (!bySource && ServerError.code(translated).equals("NOSCRIPT")) {
				send(attempts, true);
			}
			else if (attempts.isWorthRepeating(translated)) {
				this.scripts.timer()
					.schedule(() -> send(attempts, false), attempts.pause().nextBackOff(), TimeUnit.MILLISECONDS);
			}
			else if (translated instanceof DataAccessException refused) {
				this.result.completeExceptionally(this.scripts.explained(refused, attempts.step()));
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
			return ScriptRunner.RETRIES.shouldRetry(failure)
					&& elapsed.compareTo(ScriptRunner.RETRIES.getTimeout()) < 0;
		}

	}

}
