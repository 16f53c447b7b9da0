package io.github.redisqueue.samples.reliability.fault;

import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.StandaloneServer;

/**
 * Gives the server less memory than it uses. Adding fails then, and nothing else.
 */
final class FullMemory implements Fault {

	private static final String MAX_MEMORY = "maxmemory";

	@Override
	public String name() {
		return "full-memory";
	}

	@Override
	public Set<Effect> effects() {
		return Set.of();
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		StandaloneServer server = scene.stage().servers(StandaloneServer.class);
		server.tell((commands) -> commands.configSet(MAX_MEMORY, "100kb"));
		TimeUnit.MILLISECONDS.sleep(500 + random.nextInt(2000));
		server.tell((commands) -> commands.configSet(MAX_MEMORY, "0"));
		return NO_FACTS;
	}

}
