package io.github.redisqueue.algorithm;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

import io.github.redisqueue.Durability;
import io.github.redisqueue.HistoryLimits;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Confirmation;
import io.github.redisqueue.script.Operation;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.Scripts;

/**
 * Scripts that note events in the history of jobs: those that can are told where.
 * Thread-safe.
 *
 * @param scripts runs the scripts
 * @param keys the keys of the queue
 * @param text how much of the history is kept, as {@code history_keys.lua} reads it
 */
public record HistoryScripts(Scripts scripts, QueueKeys keys, String text) implements Scripts {

	/**
	 * The scripts of a queue or a shard.
	 * @param scripts runs the scripts
	 * @param keys the keys of the queue or the shard
	 * @param settings its settings
	 * @return scripts that note events, or the same scripts if it keeps no history
	 */
	public static Scripts of(Scripts scripts, QueueKeys keys, QueueSettings settings) {
		HistoryLimits limits = settings.history();
		return (limits != null) ? new HistoryScripts(scripts, keys,
				"history " + limits.maxEvents() + " " + limits.maxJobs() + " " + settings.worker()) : scripts;
	}

	private void note(Script script, Call call) {
		if (script.notesEvents()) {
			call.history(this.keys.key(JobHistory.EVENTS), this.keys.key(JobHistory.ENDED), this.text);
		}
	}

	private <R> Operation<R> noting(Operation<R> operation) {
		return operation.each((step) -> note(step.script(), step.call()));
	}

	@Override
	public boolean isCluster() {
		return this.scripts.isCluster();
	}

	@Override
	public <R> R run(Operation<R> operation) {
		return this.scripts.run(noting(operation));
	}

	@Override
	public Reply run(Script script, Call call) {
		note(script, call);
		return this.scripts.run(script, call);
	}

	@Override
	public <R> Confirmation<R> confirm(Operation<R> operation, Operation.Step mark, Durability durability) {
		return this.scripts.confirm(noting(operation), mark, durability);
	}

	@Override
	public <R> CompletableFuture<R> start(Operation<R> operation) {
		return this.scripts.start(noting(operation));
	}

	@Override
	public boolean keepsOrder() {
		return this.scripts.keepsOrder();
	}

	@Override
	public Executor background() {
		return this.scripts.background();
	}

}
