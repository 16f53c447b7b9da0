package io.github.redisqueue.script;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;

import io.github.redisqueue.script.Operation.Step;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.util.backoff.BackOff;

/**
 * What all runs of operations without waiting share.
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
