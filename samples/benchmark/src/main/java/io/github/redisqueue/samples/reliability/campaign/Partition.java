package io.github.redisqueue.samples.reliability.campaign;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.LongBinaryOperator;

import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.test.PrivateRedis;

/**
 * What happens to a primary with two replicas from which it can be separated.
 */
final class Partition {

	private static final int FURTHER_MILLIS = 5000;

	/**
	 * How long a primary may take its replicas for present: the second that
	 * {@code min-replicas-max-lag} allows, up to one more as it counts whole seconds, up
	 * to one until it looks, and some time for a busy machine.
	 */
	private static final long LAG_MICROS = 3_500_000;

	private Partition() {
	}

	/** Nothing keeps the old primary from confirming until it is a replica. */
	static Map<String, Object> untilDemoted(Scene scene, Random random) throws InterruptedException {
		return separate(scene, random, (separated, demoted) -> demoted);
	}

	/** With {@code min-replicas-to-write}, the old primary soon refuses writes. */
	static Map<String, Object> withMinReplicas(Scene scene, Random random) throws InterruptedException {
		return separate(scene, random, (separated, demoted) -> separated + LAG_MICROS);
	}

	/**
	 * Separates the primary, the sender and a worker from the replicas, the sentinels and
	 * the other workers, until the sentinels have promoted a replica and some time
	 * longer, and waits until the old primary is a replica. What it confirmed since the
	 * separation is lost.
	 */
	private static Map<String, Object> separate(Scene scene, Random random, LongBinaryOperator losesTo)
			throws InterruptedException {
		PartitionableServers servers = scene.stage().servers(PartitionableServers.class);
		List<String> side = List.of(scene.stage().workers().any(random).name(), Servers.CAMPAIGN);
		PrivateRedis old = servers.primary();
		long losesFrom = servers.separate(old, side);
		long separated = Clock.now();
		servers.awaitFailover(old);
		TimeUnit.MILLISECONDS.sleep(random.nextInt(FURTHER_MILLIS));
		long demoted = servers.rejoin(old);
		return Map.of("losesOf", side, "losesFrom", losesFrom, "losesTo", losesTo.applyAsLong(separated, demoted));
	}

	/**
	 * Asks the sentinels for a failover although nothing is wrong, and waits until the
	 * old primary, which refuses writes without its replicas, is a replica.
	 */
	static Map<String, Object> movePrimary(Scene scene, Random random) {
		PartitionableServers servers = scene.stage().servers(PartitionableServers.class);
		PrivateRedis old = servers.primary();
		long losesFrom = servers.failOver(old);
		long promoted = Clock.now();
		servers.rejoin(old);
		return Map.of("losesFrom", losesFrom, "losesTo", promoted + LAG_MICROS, "healed", promoted);
	}

}
