package io.github.redisqueue.script;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

import io.github.redisqueue.script.Operation.Step;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.util.backoff.BackOff;

/**
 * What all runs of operations without waiting share.
 *
 * @param evaluator sends the scripts
 * @param timer runs short tasks later
 * @param background runs tasks that may block
 * @param timeout how long to wait for a reply
 * @param translator translates an exception of the client
 * @param reader reads the reply to a call
 */
record AsyncScripts(AsyncEvaluator evaluator, ScheduledExecutorService timer, Executor background, Duration timeout,
		UnaryOperator<RuntimeException> translator, BiFunction<Call, List<@Nullable Object>, Reply> reader) {

	<R> CompletableFuture<R> start(Operation<R> operation) {
		return new AsyncRun<>(this, operation).start();
	}

	BackOff retries() {
		return ScriptRunner.RETRIES.getBackOff();
	}

	CompletionStage<List<@Nullable Object>> evaluate(Step step, boolean bySource) {
		byte[][] parts = step.call().keysAndArguments(this.evaluator.isCluster());
		int keys = step.call().keyCount();
		return bySource ? this.evaluator.eval(step.script().source(), keys, parts)
				: this.evaluator.evalSha(step.script().sha(), keys, parts);
	}

	Reply read(Call call, List<@Nullable Object> values) {
		return this.reader.apply(call, values);
	}

	/**
	 * Translates an exception of the client. It does not know those of executors and
	 * futures, with which calls fail while connections are being closed.
	 */
	RuntimeException translate(Throwable failure) {
		if (failure instanceof RuntimeException unchecked && !(failure instanceof RejectedExecutionException)
				&& !(failure instanceof CancellationException)) {
			return this.translator.apply(unchecked);
		}
		return new DataAccessResourceFailureException("The connection to Redis is closed or broken", failure);
	}

}
