package io.github.redisqueue.samples.reliability.fault;

import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.StandaloneServer;
import io.lettuce.core.KillArgs;

/**
 * Closes all connections of all clients on the server every 200 ms.
 */
final class KillClients implements Fault {

	private static final int TIMES = 10;

	private static final int PERIOD_MILLIS = 200;

	@Override
	public String name() {
		return "client-kill";
	}

	@Override
	public Set<Effect> effects() {
		return Set.of(Effect.REPEATS);
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		StandaloneServer server = scene.stage().servers(StandaloneServer.class);
		for (int i = 0; i < TIMES; i++) {
			server.tell((commands) -> commands.clientKill(KillArgs.Builder.typeNormal().skipme()));
			TimeUnit.MILLISECONDS.sleep(PERIOD_MILLIS);
		}
		return Map.of("times", TIMES);
	}

}
