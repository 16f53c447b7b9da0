package io.github.redisqueue.script;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;

import io.github.redisqueue.script.Operation.Step;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;

/**
 * How the runs of operations call Redis.
 *
 * @param evaluator sends the scripts
 * @param timeout how long to wait for a reply
 * @param runner translates exceptions of the client, and reads replies
 * @param silence replaces connections that have died silently; null if calls block
 */
record ScriptCalls(AsyncEvaluator evaluator, Duration timeout, ScriptRunner runner, @Nullable SilenceWatch silence) {

	CompletionStage<List<@Nullable Object>> evaluate(Step step, boolean bySource) {
		byte[][] parts = step.call().keysAndArguments(step.script(), this.evaluator.isCluster());
		int keys = step.call().keyCount(step.script());
		return bySource ? this.evaluator.eval(step.script().source(), keys, parts)
				: this.evaluator.evalSha(step.script().sha(), keys, parts);
	}

	/** What a call ends with that has got no reply within its timeout. */
	QueryTimeoutException noReply(Step step) {
		return new QueryTimeoutException(step.script() + " got no reply within " + this.timeout + " for " + step.call()
				+ ". Whether Redis has run it is unknown");
	}

	/** A call has waited for a while. */
	void doubt(Step step, BooleanSupplier isWaiting) {
		if (this.silence != null && isWaiting.getAsBoolean()) {
			this.silence.doubt(step.call().firstKey(), isWaiting);
		}
	}

	Reply read(Call call, List<@Nullable Object> values) {
		if (this.silence != null) {
			this.silence.onReply();
		}
		return this.runner.read(call, values);
	}

	/** Adds to an exception what the user can do about it. Blocks. */
	DataAccessException explained(DataAccessException failure, Step step) {
		return this.runner.explained(failure, step.script(), step.call());
	}

	/**
	 * Translates an exception of the client. It does not know those of executors, futures
	 * and stopped factories, with which calls fail while connections are being closed.
	 * Callers may wait for the same attempt to connect, but each gets an exception of its
	 * own.
	 */
	RuntimeException translate(Throwable failure) {
		if (failure instanceof RedisConnectionFailureException shared && shared.getCause() != null) {
			return new RedisConnectionFailureException(shared.getMessage(), shared.getCause());
		}
		if (failure instanceof RuntimeException unchecked && !(failure instanceof RejectedExecutionException)
				&& !(failure instanceof IllegalStateException)) {
			return this.runner.translated(unchecked);
		}
		return new DataAccessResourceFailureException("The connection to Redis is closed or broken", failure);
	}

}
