package io.github.redisqueue.shard;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

import io.github.redisqueue.Durability;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Confirmation;
import io.github.redisqueue.script.Operation;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.Scripts;

/**
 * Scripts that run only after a check has passed. Thread-safe.
 *
 * @param scripts runs the scripts, and the check
 * @param check what has to be checked
 */
record CheckedScripts(Scripts scripts, Check check) implements Scripts {

	@Override
	public boolean isCluster() {
		return this.scripts.isCluster();
	}

	@Override
	public Reply run(Script script, Call call) {
		if (!this.check.hasPassed()) {
			this.scripts.run(this.check.operation());
		}
		return this.scripts.run(script, call);
	}

	@Override
	public <R> Confirmation<R> confirm(Operation<R> operation, Operation.Step mark, Durability durability) {
		if (!this.check.hasPassed()) {
			this.scripts.run(this.check.operation());
		}
		return this.scripts.confirm(operation, mark, durability);
	}

	@Override
	public <R> CompletableFuture<R> start(Operation<R> operation) {
		return this.check.hasPassed() ? this.scripts.start(operation)
				: this.scripts.start(this.check.operation()).thenCompose((passed) -> this.scripts.start(operation));
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
