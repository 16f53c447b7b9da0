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
 * @param evaluator knows the server
 * @param sender sends the scripts: the evaluator itself, unless an addition is to be
 * confirmed over a connection of its own
 * @param errors what calls fail with
 * @param ringer pushes wake-ups for scripts
 * @param silence replaces connections that have died silently; null if calls block
 */
record ScriptCalls(AsyncEvaluator evaluator, Evaluator sender, Duration timeout, CallErrors errors, BellRinger ringer,
		@Nullable SilenceWatch silence) {

	private static final Duration FOREVER = Duration.ofDays(365);

	/** Calls that block, over connections which have timeouts of their own. */
	static ScriptCalls blocking(AsyncEvaluator evaluator, Evaluator sender, CallErrors errors, BellRinger ringer) {
		return new ScriptCalls(evaluator, sender, FOREVER, errors, ringer, null);
	}

	/** The same over a connection that translates its own failures. */
	ScriptCalls over(Evaluator connection) {
		return blocking(this.evaluator, connection, this.errors.ofTranslated(), this.ringer);
	}

	/**
	 * Sends a call.
	 * @param bySource whether the server has replied that it does not know the script
	 */
	CompletionStage<List<@Nullable Object>> evaluate(Step step, boolean bySource) {
		Script script = step.script();
		byte[][] parts = step.call().keysAndArguments(script, this.evaluator.isCluster());
		return this.sender.evaluate(script.sha, bySource ? script.source : null, step.call().keys, parts);
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

	/** Reads a reply, and rings the bell for a script that could not. Never waits. */
	Reply read(Call call, List<@Nullable Object> values) {
		if (this.silence != null) {
			this.silence.onReply();
		}
		Reply reply = Reply.of(values);
		Call.Bell bell = call.bell;
		if (bell != null) {
			this.ringer.onReply(bell, reply.owedWakeUps);
		}
		return reply;
	}

}
