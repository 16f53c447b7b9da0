package io.github.redisqueue.samples.reliability.campaign;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongBinaryOperator;

import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.worker.CampaignQueues;
import io.github.redisqueue.test.PrivateCluster;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.PrivateSentinels;
import io.github.redisqueue.test.SlotMove;

/**
 * What happens to primaries that have replicas: with sentinels, in a cluster, and when
 * they can be separated from their replicas.
 */
final class ReplicationFaults {

	/** For how long at most a replica may not have what its primary has confirmed. */
	private static final long REPLICATION_LAG = 1_000_000;

	private static final int FURTHER_MILLIS = 5000;

	private static final int KEYS_IN_A_STEP = 3;

	/**
	 * How long a primary may take its replicas for present: the second that
	 * {@code min-replicas-max-lag} allows, up to one more as it counts whole seconds, up
	 * to one until it looks, and some time for a busy machine.
	 */
	private static final long LAG_MICROS = 3_500_000;

	private ReplicationFaults() {
	}

	/** Nothing keeps the old primary from confirming until it is a replica. */
	static void untilDemoted(Scene scene, Map<String, Object> facts) throws InterruptedException {
		separate(scene, facts, (separated, demoted) -> demoted);
	}

	/** With {@code min-replicas-to-write}, the old primary soon refuses writes. */
	static void withMinReplicas(Scene scene, Map<String, Object> facts) throws InterruptedException {
		separate(scene, facts, (separated, demoted) -> separated + LAG_MICROS);
	}

	/**
	 * Separates the primary, the sender and a worker from the replicas, the sentinels and
	 * the other workers, until the sentinels have promoted a replica and some time
	 * longer, and waits until the old primary is a replica. What it confirmed since the
	 * separation is lost.
	 */
	private static void separate(Scene scene, Map<String, Object> facts, LongBinaryOperator losesTo)
			throws InterruptedException {
		PartitionableServers servers = (PartitionableServers) scene.stage().servers();
		List<String> side = List.of(scene.anyWorker().name(), Servers.CAMPAIGN);
		PrivateRedis old = servers.primary();
		facts.put("losesOf", side);
		facts.put("losesFrom", servers.separate(old, side));
		long separated = Clock.now();
		servers.awaitFailover(old);
		scene.pause(0, FURTHER_MILLIS);
		facts.put("losesTo", losesTo.applyAsLong(separated, servers.rejoin(old)));
	}

	/**
	 * Asks the sentinels for a failover although nothing is wrong, and waits until the
	 * old primary, which refuses writes without its replicas, is a replica.
	 */
	static void movePrimary(Scene scene, Map<String, Object> facts) {
		PartitionableServers servers = (PartitionableServers) scene.stage().servers();
		PrivateRedis old = servers.primary();
		facts.put("losesFrom", servers.failOver(old));
		facts.put("healed", Clock.now());
		facts.put("losesTo", Clock.now() + LAG_MICROS);
		servers.rejoin(old);
	}

	private static PrivateCluster cluster(Scene scene) {
		return ((ClusterServers) scene.stage().servers()).cluster();
	}

	private static String anyKey(Scene scene) {
		return CampaignQueues.KEY_PREFIX + "{" + scene.anyQueue() + "}";
	}

	/**
	 * Kills a primary, waits until its replica has taken over, and starts it again. What
	 * was not yet replicated is lost.
	 */
	static void killNode(Scene scene, Map<String, Object> facts) {
		String key = anyKey(scene);
		facts.put("losesFrom", Clock.now() - REPLICATION_LAG);
		PrivateRedis killed = cluster(scene).failOver(key, PrivateRedis::kill);
		facts.put("losesTo", Clock.now());
		cluster(scene).restart(killed);
	}

	/** Moves the slot of a queue to another primary under load, some keys at a time. */
	static void moveSlot(Scene scene, Map<String, Object> facts) {
		SlotMove move = cluster(scene).moveSlotOf(anyKey(scene));
		move.begin();
		while (move.step(KEYS_IN_A_STEP)) {
			// There are more keys.
		}
		move.end();
	}

	/**
	 * Lets the sentinels promote the replica, and waits until the old primary is a
	 * replica. What was not yet replicated is lost. The constants say what the old
	 * primary does during the failover.
	 */
	enum FailOver implements Fault.Strike {

		/** It is away, and started again after the failover. */
		KILLED,

		/** It goes on, as nothing is wrong. */
		ANSWERS,

		/** It hangs, and goes on long after the failover. */
		HANGS,

		/** It hangs, and goes on as soon as the failover has ended. */
		RETURNS;

		/** How long after all sentinels have told it clients may stay with a primary. */
		private static final long LEAVING = 2_000_000;

		@Override
		public void on(Scene scene, Map<String, Object> facts) throws InterruptedException {
			SentinelServers servers = (SentinelServers) scene.stage().servers();
			PrivateSentinels sentinels = servers.sentinels();
			PrivateRedis first = servers.primary();
			PrivateRedis next = (first == sentinels.first()) ? sentinels.second() : sentinels.first();
			facts.put("losesFrom", Clock.now() - REPLICATION_LAG);
			begin(first, sentinels);
			long silent = Clock.now();
			Servers.await(() -> sentinels.isPrimary(next));
			facts.put("healed", Clock.now());
			// One that is started before would be taken for the primary by some clients.
			Servers.await(() -> sentinels.agreeOn(next));
			long agreed = Clock.now();
			end(first);
			Servers.await(() -> !sentinels.isPrimary(first));
			facts.put("losesTo", (this == KILLED || this == HANGS) ? silent : agreed + LEAVING);
		}

		private void begin(PrivateRedis primary, PrivateSentinels sentinels) {
			switch (this) {
				case KILLED -> primary.kill();
				case HANGS, RETURNS -> primary.freeze();
				// Refused until the sentinels know that the replica can be promoted.
				case ANSWERS -> Servers.await(() -> {
					sentinels.failover();
					return true;
				});
			}
		}

		private void end(PrivateRedis primary) throws InterruptedException {
			switch (this) {
				case KILLED -> primary.restart();
				case HANGS -> {
					TimeUnit.SECONDS.sleep(6);
					primary.thaw();
				}
				case RETURNS -> primary.thaw();
				case ANSWERS -> {
				}
			}
		}

	}

}
