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
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.dao.DataAccessException;

/**
 * Scripts that run only after the layout of their queue was found to be the recorded one.
 * Thread-safe.
 *
 * @param scripts runs the scripts, and the comparison
 * @param layout the layout of the queue
 */
record CheckedScripts(Scripts scripts, QueueLayout layout) implements Scripts {

	private static final Log logger = LogFactory.getLog(CheckedScripts.class);

	/** Compares the layout, unless that has been done. */
	private void check() {
		if (!this.layout.isConfirmed()) {
			compare();
		}
	}

	/** Compares the layout now. */
	void compare() {
		this.scripts.run(this.layout.comparison());
	}

	/**
	 * Compares the layout again. As long as Redis cannot tell, what was found last holds:
	 * on a Redis Cluster the shards may be on other nodes.
	 */
	void compareAgain() {
		try {
			compare();
		}
		catch (DataAccessException ex) {
			logger.debug("Cannot compare the layout of a queue", ex);
		}
	}

	@Override
	public boolean isCluster() {
		return this.scripts.isCluster();
	}

	@Override
	public <R> R run(Operation<R> operation) {
		check();
		return this.scripts.run(operation);
	}

	@Override
	public <R> Confirmation<R> confirm(Operation<R> operation, Operation.Step mark, Durability durability) {
		check();
		return this.scripts.confirm(operation, mark, durability);
	}

	@Override
	public <R> CompletableFuture<R> start(Operation<R> operation) {
		return this.layout.isConfirmed() ? this.scripts.start(operation)
				: this.scripts.start(this.layout.comparison()).thenCompose((same) -> this.scripts.start(operation));
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
