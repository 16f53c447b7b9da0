package io.github.redisqueue.shard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.Algorithm.Transition;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Operation;
import io.github.redisqueue.script.Operation.Lane;
import io.github.redisqueue.script.Operation.Step;
import io.github.redisqueue.script.Scripts;

/**
 * Looks which shards of a queue have jobs to lease. One script looks at all of them. On a
 * Redis Cluster they are in different slots, so a look concerns some of them, in turn.
 * Thread-safe.
 */
final class ShardLook {

	/**
	 * How many shards of a queue on a Redis Cluster a look concerns: as many as there are
	 * nodes at least.
	 */
	private static final int SHARDS_ON_CLUSTER = 3;

	private final String queue;

	private final List<? extends Algorithm> shards;

	private final Duration leaseTime;

	private final Scripts scripts;

	private final AtomicInteger turn = new AtomicInteger();

	ShardLook(String queue, List<? extends Algorithm> shards, Duration leaseTime, Scripts scripts) {
		this.queue = queue;
		this.shards = shards;
		this.leaseTime = leaseTime;
		this.scripts = scripts;
	}

	/** The numbers of the shards that have jobs to lease. */
	CompletableFuture<List<Integer>> look() {
		// Some clients have to connect to tell, which may block or fail.
		return this.scripts
			.start(new Operation<>(Lane.LEASE, Collections.<Step>emptyIterator(), this.scripts::isCluster))
			.thenCompose(this::look);
	}

	private CompletableFuture<List<Integer>> look(boolean cluster) {
		List<Integer> found = new ArrayList<>();
		if (!cluster) {
			Call call = new Call(this.queue);
			this.shards.forEach((shard) -> shard.lookKeys().forEach(call::key));
			return start(call, 0, found);
		}
		CompletableFuture<List<Integer>> looks = CompletableFuture.completedFuture(found);
		int first = this.turn.getAndAdd(SHARDS_ON_CLUSTER);
		for (int i = 0; i < Math.min(SHARDS_ON_CLUSTER, this.shards.size()); i++) {
			int number = Math.floorMod(first + i, this.shards.size());
			Call call = new Call(this.queue);
			this.shards.get(number).lookKeys().forEach(call::key);
			CompletableFuture<List<Integer>> look = start(call, number, new ArrayList<>())
				.exceptionally((ex) -> List.of());
			looks = looks.thenCombine(look, (all, some) -> {
				all.addAll(some);
				return all;
			});
		}
		return looks;
	}

	private CompletableFuture<List<Integer>> start(Call call, int first, List<Integer> found) {
		call.argument(this.leaseTime.toMillis());
		Step step = new Step(this.shards.get(0).script(Transition.LOOK), call, (reply) -> {
			for (int i = 0; i < reply.size(); i++) {
				found.add(first + (int) reply.number(i) - 1);
			}
		});
		return this.scripts.start(new Operation<>(Lane.LEASE, List.of(step).iterator(), () -> found));
	}

}
