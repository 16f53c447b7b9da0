package io.github.redisqueue.samples.reliability.fault;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.PartitionableServers;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.Servers;
import io.github.redisqueue.samples.reliability.stage.Setting;
import io.github.redisqueue.test.PrivateRedis;

/**
 * Separates the primary, the sender and a worker from the replicas, the sentinels and the
 * other workers, until the sentinels have promoted a replica and some time longer, and
 * waits until the old primary is a replica. What it confirmed since the separation is
 * lost.
 *
 * @param safety what keeps the old primary from confirming
 */
record PartitionPrimary(Safety safety) implements Fault {

	private static final int FURTHER_MILLIS = 5000;

	/**
	 * How long a primary may take its replicas for present: the second that
	 * {@code min-replicas-max-lag} allows, up to one more as it counts whole seconds, up
	 * to one until it looks, and some time for a busy machine.
	 */
	static final long LAG_MICROS = 3_500_000;

	@Override
	public String name() {
		return switch (this.safety) {
			case NONE -> "partitioned-primary";
			case MIN_REPLICAS -> "partitioned-primary-min-replicas";
		};
	}

	@Override
	public Set<Effect> effects() {
		return Set.of(Effect.REPEATS, Effect.LOSES);
	}

	@Override
	public Setting setting() {
		return switch (this.safety) {
			case NONE -> Setting.PARTITION;
			case MIN_REPLICAS -> Setting.PARTITION_MIN_REPLICAS;
		};
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		PartitionableServers servers = scene.stage().servers(PartitionableServers.class);
		List<String> side = List.of(scene.stage().workers().any(random).name(), Servers.CAMPAIGN);
		PrivateRedis old = servers.primary();
		long losesFrom = servers.separate(old, side);
		long separated = Clock.now();
		servers.awaitFailover(old);
		TimeUnit.MILLISECONDS.sleep(random.nextInt(FURTHER_MILLIS));
		long demoted = servers.rejoin(old);
		long losesTo = switch (this.safety) {
			case NONE -> demoted;
			case MIN_REPLICAS -> separated + LAG_MICROS;
		};
		return Map.of("losesOf", side, "losesFrom", losesFrom, "losesTo", losesTo);
	}

	/**
	 * What keeps a primary without replicas from confirming changes.
	 */
	enum Safety {

		/** Nothing. */
		NONE,

		/** {@code min-replicas-to-write}. */
		MIN_REPLICAS

	}

}
