package io.github.redisqueue.samples.reliability.fault;

import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.ClusterServers;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.Setting;
import io.github.redisqueue.samples.reliability.worker.CampaignQueues;
import io.github.redisqueue.test.SlotMove;

/**
 * Moves the slot of a queue to another primary under load, some keys at a time.
 */
final class MoveSlots implements Fault {

	private static final int KEYS = 3;

	@Override
	public String name() {
		return "cluster-slot-moved";
	}

	@Override
	public Set<Effect> effects() {
		return Set.of(Effect.REPEATS);
	}

	@Override
	public Setting setting() {
		return Setting.CLUSTER;
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) {
		String queue = scene.queues().get(random.nextInt(scene.queues().size()));
		SlotMove move = scene.stage()
			.servers(ClusterServers.class)
			.cluster()
			.moveSlotOf(CampaignQueues.KEY_PREFIX + "{" + queue + "}");
		move.begin();
		boolean more = move.step(KEYS);
		while (more) {
			more = move.step(KEYS);
		}
		move.end();
		return NO_FACTS;
	}

}
