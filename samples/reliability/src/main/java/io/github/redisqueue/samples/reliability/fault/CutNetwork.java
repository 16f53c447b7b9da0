package io.github.redisqueue.samples.reliability.fault;

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
 * Cuts all connections, and lets no new one stand for a while.
 */
final class CutNetwork implements Fault {

	@Override
	public String name() {
		return "cut-network";
	}

	@Override
	public Set<Effect> effects() {
		return Set.of(Effect.REPEATS);
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		Collection<FaultyProxy> proxies = scene.stage().servers(StandaloneServer.class).proxies();
		proxies.forEach(FaultyProxy::refuse);
		TimeUnit.MILLISECONDS.sleep(random.nextInt(2500));
		proxies.forEach(FaultyProxy::accept);
		return NO_FACTS;
	}

}
