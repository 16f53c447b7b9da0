package io.github.redisqueue.shard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

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
		if (!cluster) {
			return look(0, this.shards);
		}
		CompletableFuture<List<Integer>> looks = CompletableFuture.completedFuture(new ArrayList<>());
		int first = this.turn.getAndAdd(SHARDS_ON_CLUSTER);
		for (int i = 0; i < Math.min(SHARDS_ON_CLUSTER, this.shards.size()); i++) {
			int number = Math.floorMod(first + i, this.shards.size());
			CompletableFuture<List<Integer>> look = look(number, this.shards.subList(number, number + 1));
			looks = looks.thenCombine(look.exceptionally((ex) -> List.of()), (all, some) -> {
				all.addAll(some);
				return all;
			});
		}
		return looks;
	}

	private CompletableFuture<List<Integer>> look(int first, List<? extends Algorithm> some) {
		Call call = new Call(this.queue);
		some.forEach((shard) -> shard.lookKeys().forEach(call::key));
		call.argument(this.leaseTime.toMillis());
		return this.scripts.start(Operation.of(Lane.LEASE, this.shards.get(0).script(Transition.LOOK), call,
				(reply) -> IntStream.range(0, reply.size())
					.mapToObj((i) -> first + (int) reply.number(i) - 1)
					.toList()));
	}

}
