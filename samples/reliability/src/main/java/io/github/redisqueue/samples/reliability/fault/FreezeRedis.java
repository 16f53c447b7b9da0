package io.github.redisqueue.samples.reliability.fault;

import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.StandaloneServer;
import io.github.redisqueue.test.PrivateRedis;

/**
 * Stops the server with SIGSTOP for much longer than calls wait, and lets it go on.
 */
final class FreezeRedis implements Fault {

	@Override
	public String name() {
		return "redis-hangs";
	}

	@Override
	public Set<Effect> effects() {
		return Set.of(Effect.REPEATS);
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		PrivateRedis redis = scene.stage().servers(StandaloneServer.class).redis();
		redis.freeze();
		TimeUnit.MILLISECONDS.sleep(12_000 + random.nextInt(3000));
		redis.thaw();
		return NO_FACTS;
	}

}
