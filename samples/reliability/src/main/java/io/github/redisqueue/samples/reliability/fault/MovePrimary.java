package io.github.redisqueue.samples.reliability.fault;

import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.PartitionableServers;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.Setting;
import io.github.redisqueue.test.PrivateRedis;

/**
 * Asks the sentinels for a failover although nothing is wrong, and waits until the old
 * primary, which refuses writes without its replicas, is a replica.
 */
final class MovePrimary implements Fault {

	@Override
	public String name() {
		return "sentinel-planned-min-replicas";
	}

	@Override
	public Set<Effect> effects() {
		return Set.of(Effect.REPEATS, Effect.LOSES);
	}

	@Override
	public Setting setting() {
		return Setting.PARTITION_MIN_REPLICAS;
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) {
		PartitionableServers servers = scene.stage().servers(PartitionableServers.class);
		PrivateRedis old = servers.primary();
		long losesFrom = servers.failOver(old);
		long promoted = Clock.now();
		servers.rejoin(old);
		return Map.of("losesFrom", losesFrom, "losesTo", promoted + PartitionPrimary.LAG_MICROS, "healed", promoted);
	}

}
