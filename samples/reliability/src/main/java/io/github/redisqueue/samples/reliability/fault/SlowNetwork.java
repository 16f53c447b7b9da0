package io.github.redisqueue.samples.reliability.fault;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.StandaloneServer;
import io.github.redisqueue.test.FaultyProxy;

/**
 * Delays all replies for a while.
 */
final class SlowNetwork implements Fault {

	@Override
	public String name() {
		return "slow-network";
	}

	@Override
	public Set<Effect> effects() {
		return Set.of(Effect.REPEATS);
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		Collection<FaultyProxy> proxies = scene.stage().servers(StandaloneServer.class).proxies();
		Duration delay = Duration.ofMillis(50L + random.nextInt(250));
		proxies.forEach((proxy) -> proxy.delayReplies(delay));
		TimeUnit.SECONDS.sleep(2);
		proxies.forEach((proxy) -> proxy.delayReplies(Duration.ZERO));
		return NO_FACTS;
	}

}
