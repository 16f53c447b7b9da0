package io.github.redisqueue.samples.reliability.campaign;

import java.util.Map;
import java.util.Random;

import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.worker.CampaignQueues;
import io.github.redisqueue.test.PrivateCluster;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.SlotMove;

/**
 * What happens to a cluster.
 */
final class ClusterFaults {

	private static final long REPLICATION_LAG = 1_000_000;

	private static final int KEYS = 3;

	private ClusterFaults() {
	}

	private static String drawKey(Scene scene, Random random) {
		return CampaignQueues.KEY_PREFIX + "{" + scene.queues().get(random.nextInt(scene.queues().size())) + "}";
	}

	/**
	 * Kills a primary, waits until its replica has taken over, and starts it again. What
	 * was not yet replicated is lost.
	 */
	static Map<String, Object> killNode(Scene scene, Random random) {
		PrivateCluster cluster = scene.stage().servers(ClusterServers.class).cluster();
		String key = drawKey(scene, random);
		long losesFrom = Clock.now() - REPLICATION_LAG;
		PrivateRedis killed = cluster.failOver(key, PrivateRedis::kill);
		long losesTo = Clock.now();
		cluster.restart(killed);
		return Map.of("losesFrom", losesFrom, "losesTo", losesTo);
	}

	/** Moves the slot of a queue to another primary under load, some keys at a time. */
	static Map<String, Object> moveSlot(Scene scene, Random random) {
		SlotMove move = scene.stage().servers(ClusterServers.class).cluster().moveSlotOf(drawKey(scene, random));
		move.begin();
		boolean more = move.step(KEYS);
		while (more) {
			more = move.step(KEYS);
		}
		move.end();
		return Fault.NO_FACTS;
	}

}
