package io.github.redisqueue.samples.reliability.fault;

import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.ClusterServers;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.Setting;
import io.github.redisqueue.samples.reliability.worker.CampaignQueues;
import io.github.redisqueue.test.PrivateCluster;
import io.github.redisqueue.test.PrivateRedis;

/**
 * Kills a primary of a cluster, waits until its replica has taken over, and starts it
 * again. What was not yet replicated is lost.
 */
final class KillNode implements Fault {

	private static final long REPLICATION_LAG = 1_000_000;

	@Override
	public String name() {
		return "cluster-node-killed";
	}

	@Override
	public Set<Effect> effects() {
		return Set.of(Effect.REPEATS, Effect.LOSES);
	}

	@Override
	public Setting setting() {
		return Setting.CLUSTER;
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) {
		PrivateCluster cluster = scene.stage().servers(ClusterServers.class).cluster();
		String queue = scene.queues().get(random.nextInt(scene.queues().size()));
		long losesFrom = Clock.now() - REPLICATION_LAG;
		PrivateRedis killed = cluster.failOver(CampaignQueues.KEY_PREFIX + "{" + queue + "}", PrivateRedis::kill);
		long losesTo = Clock.now();
		cluster.restart(killed);
		return Map.of("losesFrom", losesFrom, "losesTo", losesTo);
	}

}
