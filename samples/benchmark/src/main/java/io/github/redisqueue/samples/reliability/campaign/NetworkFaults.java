package io.github.redisqueue.samples.reliability.campaign;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.test.FaultyProxy;
import io.lettuce.core.KillArgs;

/**
 * What breaks the connections of one server.
 */
final class NetworkFaults {

	private NetworkFaults() {
	}

	/**
	 * Forwards requests, swallows replies and cuts their connections, again and again.
	 */
	static Map<String, Object> cutReplies(Scene scene, Random random) throws InterruptedException {
		int times = 15;
		List<FaultyProxy> proxies = List.copyOf(scene.server().proxies());
		for (int i = 0; i < times; i++) {
			proxies.get(random.nextInt(proxies.size())).dropNextReply();
			TimeUnit.MILLISECONDS.sleep(random.nextInt(150));
		}
		proxies.forEach(FaultyProxy::accept);
		return Map.of("times", times);
	}

	/** Cuts all connections, and lets no new one stand for a while. */
	static Map<String, Object> cutAll(Scene scene, Random random) throws InterruptedException {
		Collection<FaultyProxy> proxies = scene.server().proxies();
		proxies.forEach(FaultyProxy::refuse);
		TimeUnit.MILLISECONDS.sleep(random.nextInt(2500));
		proxies.forEach(FaultyProxy::accept);
		return Fault.NO_FACTS;
	}

	/** Delays all replies for a while. */
	static Map<String, Object> delay(Scene scene, Random random) throws InterruptedException {
		Collection<FaultyProxy> proxies = scene.server().proxies();
		Duration delay = Duration.ofMillis(50L + random.nextInt(250));
		proxies.forEach((proxy) -> proxy.delayReplies(delay));
		TimeUnit.SECONDS.sleep(2);
		proxies.forEach((proxy) -> proxy.delayReplies(Duration.ZERO));
		return Fault.NO_FACTS;
	}

	/**
	 * Holds the replies on the connections of a worker for longer than a lease lasts,
	 * while its requests arrive, and loses them. New connections work.
	 */
	static Map<String, Object> loseReplies(Scene scene, Random random) throws InterruptedException {
		FaultyProxy proxy = proxyOfWorker(scene, random);
		proxy.holdReplies();
		TimeUnit.MILLISECONDS.sleep(2000 + random.nextInt(3000));
		proxy.cut();
		return Fault.NO_FACTS;
	}

	/**
	 * The same, but the replies arrive before the client has given up, with leases that
	 * have expired.
	 */
	static Map<String, Object> holdReplies(Scene scene, Random random) throws InterruptedException {
		FaultyProxy proxy = proxyOfWorker(scene, random);
		proxy.holdReplies();
		TimeUnit.MILLISECONDS.sleep(1200 + random.nextInt(600));
		proxy.releaseReplies();
		return Fault.NO_FACTS;
	}

	private static FaultyProxy proxyOfWorker(Scene scene, Random random) throws InterruptedException {
		return scene.server().proxy(scene.stage().workers().any(random).name());
	}

	/** Closes all connections of all clients on the server every 200 ms. */
	static Map<String, Object> killClients(Scene scene, Random random) throws InterruptedException {
		int times = 10;
		for (int i = 0; i < times; i++) {
			scene.server().tell((commands) -> commands.clientKill(KillArgs.Builder.typeNormal().skipme()));
			TimeUnit.MILLISECONDS.sleep(200);
		}
		return Map.of("times", times);
	}

	/** Lets the server answer nobody for longer than a lease lasts. */
	static Map<String, Object> pauseClients(Scene scene, Random random) throws InterruptedException {
		long millis = 1200 + random.nextInt(1500);
		scene.server().tell((commands) -> commands.clientPause(millis));
		TimeUnit.MILLISECONDS.sleep(millis);
		return Fault.NO_FACTS;
	}

}
