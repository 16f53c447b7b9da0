package io.github.redisqueue.samples.reliability.campaign;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.test.FaultyProxy;
import io.lettuce.core.KillArgs;

/**
 * What breaks the connections of one server.
 */
final class NetworkFaults {

	private NetworkFaults() {
	}

	static void cutReplies(Scene scene, Map<String, Object> facts) throws InterruptedException {
		int times = 15;
		List<FaultyProxy> proxies = List.copyOf(scene.server().proxies());
		for (int i = 0; i < times; i++) {
			proxies.get(scene.random().nextInt(proxies.size())).dropNextReply();
			scene.pause(0, 150);
		}
		proxies.forEach(FaultyProxy::accept);
		facts.put("times", times);
	}

	static void cutAll(Scene scene, Map<String, Object> facts) throws InterruptedException {
		scene.server().proxies().forEach(FaultyProxy::refuse);
		scene.pause(0, 2500);
		scene.server().proxies().forEach(FaultyProxy::accept);
	}

	static void delay(Scene scene, Map<String, Object> facts) throws InterruptedException {
		Duration delay = Duration.ofMillis(50L + scene.random().nextInt(250));
		scene.server().proxies().forEach((proxy) -> proxy.delayReplies(delay));
		TimeUnit.SECONDS.sleep(2);
		scene.server().proxies().forEach((proxy) -> proxy.delayReplies(Duration.ZERO));
	}

	/**
	 * Holds the replies on the connections of a worker for longer than a lease lasts,
	 * while its requests arrive, and loses them. New connections work.
	 */
	static void loseReplies(Scene scene, Map<String, Object> facts) throws InterruptedException {
		FaultyProxy proxy = scene.server().proxy(scene.anyWorker().name());
		proxy.holdReplies();
		scene.pause(2000, 3000);
		proxy.cut();
	}

	/**
	 * The same, but the replies arrive before the client has given up, with leases that
	 * have expired.
	 */
	static void holdReplies(Scene scene, Map<String, Object> facts) throws InterruptedException {
		FaultyProxy proxy = scene.server().proxy(scene.anyWorker().name());
		proxy.holdReplies();
		scene.pause(1200, 600);
		proxy.releaseReplies();
	}

	static void killClients(Scene scene, Map<String, Object> facts) throws InterruptedException {
		int times = 10;
		for (int i = 0; i < times; i++) {
			scene.server().tell((commands) -> commands.clientKill(KillArgs.Builder.typeNormal().skipme()));
			TimeUnit.MILLISECONDS.sleep(200);
		}
		facts.put("times", times);
	}

	static void pauseClients(Scene scene, Map<String, Object> facts) throws InterruptedException {
		long millis = 1200 + scene.random().nextInt(1500);
		scene.server().tell((commands) -> commands.clientPause(millis));
		TimeUnit.MILLISECONDS.sleep(millis);
	}

}
