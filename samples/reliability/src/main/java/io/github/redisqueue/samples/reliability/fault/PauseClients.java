package io.github.redisqueue.samples.reliability.fault;

import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.StandaloneServer;

/**
 * Lets the server answer nobody for longer than a lease lasts.
 */
final class PauseClients implements Fault {

	@Override
	public String name() {
		return "client-pause";
	}

	@Override
	public Set<Effect> effects() {
		return Set.of(Effect.REPEATS);
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		long millis = 1200 + random.nextInt(1500);
		scene.stage().servers(StandaloneServer.class).tell((commands) -> commands.clientPause(millis));
		TimeUnit.MILLISECONDS.sleep(millis);
		return NO_FACTS;
	}

}
