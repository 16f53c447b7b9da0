package io.github.redisqueue.script;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

import io.github.redisqueue.script.Operation.Step;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.QueryTimeoutException;

/**
 * How the runs of operations call Redis.
 *
 * @param evaluator sends the scripts
 * @param timeout how long to wait for a reply
 * @param errors what calls fail with
 * @param ringer pushes wake-ups for scripts
 * @param silence replaces connections that have died silently; null if calls block
 */
record ScriptCalls(AsyncEvaluator evaluator, Duration timeout, CallErrors errors, BellRinger ringer,
		@Nullable SilenceWatch silence) {

	boolean isCluster() {
		return CallErrors.opened(this.evaluator::isCluster);
	}

	CompletionStage<List<@Nullable Object>> evaluate(Step step, boolean bySource) {
		byte[][] parts = step.call().keysAndArguments(step.script(), this.evaluator.isCluster());
		int keys = step.call().keyCount();
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
		Reply reply = Reply.of(values);
		Call.Bell bell = call.bell();
		if (bell != null) {
			this.ringer.onReply(bell, reply.owedWakeUps());
		}
		return reply;
	}

}
