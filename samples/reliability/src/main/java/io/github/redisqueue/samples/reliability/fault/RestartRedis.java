package io.github.redisqueue.samples.reliability.fault;

import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.StandaloneServer;

/**
 * Kills the server with SIGKILL, and starts it again after a while. The operating system
 * goes on, so nothing is lost that the server confirmed.
 */
final class RestartRedis implements Fault {

	@Override
	public String name() {
		return "redis-down";
	}

	@Override
	public Set<Effect> effects() {
		return Set.of(Effect.REPEATS);
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		scene.stage().servers(StandaloneServer.class).crash(Duration.ofMillis(random.nextInt(3000)), () -> {
		});
		return NO_FACTS;
	}

}
