package io.github.redisqueue.samples.reliability.fault;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.StandaloneServer;
import io.github.redisqueue.test.FaultyProxy;

/**
 * Forwards requests, swallows replies and cuts their connections, again and again.
 */
final class CutReplies implements Fault {

	private static final int TIMES = 15;

	private static final int PAUSE_MILLIS = 150;

	@Override
	public String name() {
		return "cut-replies";
	}

	@Override
	public Set<Effect> effects() {
		return Set.of(Effect.REPEATS);
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		List<FaultyProxy> proxies = List.copyOf(scene.stage().servers(StandaloneServer.class).proxies());
		for (int i = 0; i < TIMES; i++) {
			proxies.get(random.nextInt(proxies.size())).dropNextReply();
			TimeUnit.MILLISECONDS.sleep(random.nextInt(PAUSE_MILLIS));
		}
		proxies.forEach(FaultyProxy::accept);
		return Map.of("times", TIMES);
	}

}
