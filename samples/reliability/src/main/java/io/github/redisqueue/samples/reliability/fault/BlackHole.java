package io.github.redisqueue.samples.reliability.fault;

import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.StandaloneServer;
import io.github.redisqueue.test.FaultyProxy;

/**
 * Lets the connections of a worker die silently: requests arrive, replies do not. New
 * connections work.
 */
final class BlackHole implements Fault {

	@Override
	public String name() {
		return "black-hole";
	}

	@Override
	public Set<Effect> effects() {
		return Set.of(Effect.REPEATS);
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		String worker = scene.stage().workers().any(random).name();
		FaultyProxy proxy = scene.stage().servers(StandaloneServer.class).proxy(worker);
		proxy.holdReplies();
		TimeUnit.MILLISECONDS.sleep(2000 + random.nextInt(3000));
		proxy.cut();
		return NO_FACTS;
	}

}
