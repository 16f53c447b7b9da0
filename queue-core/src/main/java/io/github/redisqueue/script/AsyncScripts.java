package io.github.redisqueue.script;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

import io.github.redisqueue.script.Operation.Step;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.util.backoff.BackOff;

/**
 * What all runs share that send their scripts asynchronously.
 *
 * @param evaluator sends the scripts
 * @param timer runs short tasks later
 * @param background runs tasks that may block
 * @param timeout how long to wait for a reply
 * @param runner translates exceptions of the client, and reads replies
 * @param silence replaces connections that have died silently
 */
record AsyncScripts(AsyncEvaluator evaluator, ScheduledExecutorService timer, Executor background, Duration timeout,
		ScriptRunner runner, SilenceWatch silence) {

	<R> CompletableFuture<R> start(Operation<R> operation) {
		return new AsyncRun<>(this, operation).start();
	}

	BackOff retries() {
		return ScriptRunner.RETRIES.getBackOff();
	}

	CompletionStage<List<@Nullable Object>> evaluate(Step step, boolean bySource) {
		byte[][] parts = step.call().keysAndArguments(step.script(), this.evaluator.isCluster());
		int keys = step.call().keyCount(step.script());
		return bySource ? this.evaluator.eval(step.script().source(), keys, parts)
				: this.evaluator.evalSha(step.script().sha(), keys, parts);
	}

	/**
	 * Runs a call, and waits for its reply on the thread of the caller.
	 * @param step the call
	 * @param end until when, in terms of {@link System#nanoTime()}
	 * @return the reply
	 */
	Reply await(Step step, long end) {
		return read(step.call(), reply(step, false, end));
	}

	private List<@Nullable Object> reply(Step step, boolean bySource, long end) {
		Throwable failure;
		try {
			return await(evaluate(step, bySource).toCompletableFuture(), step, end);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new DataAccessResourceFailureException(
					"The thread was interrupted while it waited for the reply to " + step.script(), ex);
		}
		catch (ExecutionException ex) {
			failure = ex.getCause();
		}
		catch (RuntimeException ex) {
			failure = ex;
		}
		if (!bySource && ServerError.code(failure).equals("NOSCRIPT")) {
			return reply(step, true, end);
		}
		// Others may wait for the same attempt to connect, and get the same exception.
		throw translate((failure instanceof RedisConnectionFailureException shared)
				? new RedisConnectionFailureException(shared.getMessage(), shared) : failure);
	}

	private List<@Nullable Object> await(CompletableFuture<List<@Nullable Object>> reply, Step step, long end)
			throws ExecutionException, InterruptedException {
		long patience = SilenceWatch.PATIENCE.toNanos();
		try {
			if (end - System.nanoTime() > patience) {
				try {
					return reply.get(patience, TimeUnit.NANOSECONDS);
				}
				catch (TimeoutException ex) {
					doubt(step, () -> !reply.isDone());
				}
			}
			return reply.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			throw noReply(step);
		}
		finally {
			// What still waits for a connection is not sent any more.
			reply.cancel(false);
		}
	}

	/** What a call ends with that has got no reply within its timeout. */
	QueryTimeoutException noReply(Step step) {
		return new QueryTimeoutException(step.script() + " got no reply within " + this.timeout + " for " + step.call()
				+ ". Whether Redis has run it is unknown");
	}

	/** A call has waited for a while. */
	void doubt(Step step, BooleanSupplier isWaiting) {
		this.silence.doubt(step.call().firstKey(), isWaiting);
	}

	Reply read(Call call, List<@Nullable Object> values) {
		this.silence.onReply();
		return this.runner.read(call, values);
	}

	/** Adds to an exception what the user can do about it. Blocks. */
	DataAccessException explained(DataAccessException failure, Step step) {
		return this.runner.explained(failure, step.script(), step.call());
	}

	/**
	 * Translates an exception of the client. It does not know those of executors and
	 * futures, with which calls fail while connections are being closed.
	 */
	RuntimeException translate(Throwable failure) {
		if (failure instanceof RuntimeException unchecked && !(failure instanceof RejectedExecutionException)
				&& !(failure instanceof CancellationException)) {
			return this.runner.translated(unchecked);
		}
		return new DataAccessResourceFailureException("The connection to Redis is closed or broken", failure);
	}

}
