package io.github.redisqueue.model;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.Obstacle;

/**
 * What the limit of leased jobs leaves of a queue: each shard has room for so many.
 *
 * @param variant the queue
 * @param rules its settings
 * @param model its jobs
 */
record ModelRoom(Variant variant, Rules rules, QueueModel model) {

	/**
	 * How many ready jobs may be leased. Those of crashed workers take room until
	 * somebody notices.
	 */
	long leasable() {
		return shards().mapToLong((shard) -> Math.min(ready(shard), room(shard))).sum();
	}

	/** How many jobs of a shard are leased whose leases have not run out. */
	long held(int shard) {
		return count(this.model.jobs().leased(), shard, (job) -> !job.isAbandoned(this.model.jobs().now()));
	}

	/** Guarantee 10. */
	Set<Obstacle> obstacles() {
		Set<Obstacle> obstacles = EnumSet.noneOf(Obstacle.class);
		shards().filter((shard) -> ready(shard) > 0 && room(shard) == 0)
			.forEach((shard) -> obstacles.add(Obstacle.MAX_LEASED));
		shards().filter((shard) -> ready(shard) == 0 && count(this.model.jobs().waiting(), shard, (job) -> true) > 0)
			.forEach((shard) -> obstacles.add(Obstacle.GROUPS));
		return obstacles;
	}

	private long room(int shard) {
		return isLimited()
				? Math.max(0, this.rules.maxLeased() - count(this.model.jobs().leased(), shard, (job) -> true))
				: Long.MAX_VALUE;
	}

	boolean isLimited() {
		return this.rules.maxLeased() > 0;
	}

	private long ready(int shard) {
		return count(this.model.jobs().ready(), shard, (job) -> true);
	}

	private long count(Stream<ModelJob> jobs, int shard, Predicate<ModelJob> condition) {
		return jobs.filter((job) -> this.variant.shard(job.content) == shard).filter(condition).count();
	}

	private IntStream shards() {
		return IntStream.range(0, this.variant.shards());
	}

}
