package io.github.redisqueue.samples.reliability.fault;

import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.StandaloneServer;

/**
 * Lets the server forget all scripts, again and again. That may slow down, and nothing
 * else.
 */
final class FlushScripts implements Fault {

	private static final int TIMES = 60;

	@Override
	public String name() {
		return "script-flush";
	}

	@Override
	public Set<Effect> effects() {
		return Set.of();
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		StandaloneServer server = scene.stage().servers(StandaloneServer.class);
		for (int i = 0; i < TIMES; i++) {
			server.tell((commands) -> commands.scriptFlush());
			TimeUnit.MILLISECONDS.sleep(random.nextInt(40));
		}
		return Map.of("times", TIMES);
	}

}
