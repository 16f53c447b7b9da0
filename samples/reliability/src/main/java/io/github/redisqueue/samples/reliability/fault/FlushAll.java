package io.github.redisqueue.samples.reliability.fault;

import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.StandaloneServer;

/**
 * Deletes all data. Later jobs are handled.
 */
final class FlushAll implements Fault {

	@Override
	public String name() {
		return "flush-all";
	}

	@Override
	public Set<Effect> effects() {
		return Set.of(Effect.REPEATS, Effect.LOSES);
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) {
		scene.stage().servers(StandaloneServer.class).tell((commands) -> commands.flushall());
		return Map.of("losesFrom", 0);
	}

}
