package io.github.redisqueue.samples.reliability.campaign;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.github.redisqueue.samples.reliability.worker.CampaignQueues;
import io.github.redisqueue.test.FaultyProxy;

/**
 * What happens to workers and cleaners.
 */
final class WorkerFaults {

	private static final int LEASE_MILLIS = 1000;

	private static final int SOME_MILLIS = 300;

	private static final long PATIENCE_SECONDS = 6;

	private WorkerFaults() {
	}

	/**
	 * Kills a worker with SIGKILL at any time, mostly while handlers run, and starts it
	 * again.
	 */
	static Map<String, Object> killAtWork(Scene scene, Random random) throws InterruptedException {
		return kill(scene, random, (proxy) -> {
		});
	}

	/**
	 * Kills a worker when Redis has executed requests, such as to lease, and the replies
	 * are away.
	 */
	static Map<String, Object> killBeforeReply(Scene scene, Random random) throws InterruptedException {
		return kill(scene, random, FaultyProxy::holdReplies);
	}

	/** Kills a worker when handlers have returned, and Redis does not know. */
	static Map<String, Object> killAfterEffect(Scene scene, Random random) throws InterruptedException {
		return kill(scene, random, FaultyProxy::holdRequests);
	}

	private static Map<String, Object> kill(Scene scene, Random random, Consumer<FaultyProxy> before)
			throws InterruptedException {
		WorkerProcess worker = scene.stage().workers().any(random);
		before.accept(scene.server().proxy(worker.name()));
		TimeUnit.MILLISECONDS.sleep(random.nextInt(SOME_MILLIS));
		scene.stage().workers().restart(worker);
		return Fault.NO_FACTS;
	}

	/**
	 * Stops a worker with SIGSTOP for longer than some lease times, and lets it go on.
	 */
	static Map<String, Object> freeze(int leases, Scene scene, Random random) throws InterruptedException {
		WorkerProcess worker = scene.stage().workers().any(random);
		worker.freeze();
		TimeUnit.MILLISECONDS.sleep(leases * LEASE_MILLIS + random.nextInt(500));
		worker.thaw();
		return Fault.NO_FACTS;
	}

	/**
	 * Ends a worker with SIGTERM under load, and starts it again, as a rolling restart
	 * does.
	 */
	static Map<String, Object> restart(Scene scene, Random random) throws InterruptedException {
		WorkerProcess worker = scene.stage().workers().any(random);
		worker.terminate();
		scene.stage().workers().restart(worker);
		return Fault.NO_FACTS;
	}

	/**
	 * Ends one worker after the other with SIGTERM, and starts it with the previous
	 * version, then with the current one again, as an upgrade that is taken back and
	 * repeated. In between, workers of both versions share the queues.
	 */
	static Map<String, Object> upgrade(Scene scene, Random random) throws InterruptedException {
		Workers workers = scene.stage().workers();
		WorkerProcess worker = nextToUpgrade(workers.all());
		WorkerBuild build = worker.build().equals(workers.current()) ? workers.previous() : workers.current();
		worker.terminate();
		workers.restart(worker, build);
		return Map.of("version", build.name(), "repeatsOf", List.of(worker.name()));
	}

	/**
	 * The versions say how far the upgrade is: the first worker goes ahead, the others
	 * follow it in their order.
	 */
	private static WorkerProcess nextToUpgrade(List<WorkerProcess> workers) {
		WorkerProcess first = workers.get(0);
		return workers.stream().filter((worker) -> !worker.build().equals(first.build())).findFirst().orElse(first);
	}

	static void endUpgrade(Scene scene) throws InterruptedException {
		Workers workers = scene.stage().workers();
		for (WorkerProcess worker : workers.all()) {
			if (!worker.build().equals(workers.current())) {
				worker.terminate();
				workers.restart(worker, workers.current());
			}
		}
	}

	/**
	 * Stops a worker until its leases expire, and kills the cleaner that cleans up after
	 * it between two of its requests: after any number of them, with and without the last
	 * reply. Another cleaner goes on.
	 */
	static Map<String, Object> killCleaner(Scene scene, Random random) throws InterruptedException {
		Collection<RequestGate> gates = scene.stage().servers(CleanerServers.class).gates();
		RequestGate.Boundary place = draw(scene.queues(), gates, random);
		WorkerProcess holder = scene.stage().workers().any(random);
		holder.freeze();
		TimeUnit.MILLISECONDS.sleep(LEASE_MILLIS);
		gates.forEach((gate) -> gate.stopAt(place));
		String cleaner = place.await(PATIENCE_SECONDS);
		if (cleaner != null) {
			scene.stage().workers().restart(scene.stage().workers().named(cleaner));
		}
		gates.forEach((gate) -> gate.stopAt(null));
		holder.thaw();
		return Map.of("place", place.toString(), "cleaner", (cleaner != null) ? cleaner : "", "repeatsOf",
				List.of(holder.name()));
	}

	/**
	 * There is no place after the last reply. A shard that nobody has cleaned yet has at
	 * least the request that reclaims.
	 */
	private static RequestGate.Boundary draw(List<String> queues, Collection<RequestGate> gates, Random random) {
		List<String> shards = CampaignQueues.prefixes(queues.get(random.nextInt(queues.size())));
		String shard = shards.get(random.nextInt(shards.size())) + ":";
		int all = gates.stream().mapToInt((gate) -> gate.lastCleaning(shard)).max().orElse(1);
		int requests = 1 + random.nextInt(all);
		return new RequestGate.Boundary(shard, requests, requests < all && random.nextBoolean());
	}

}
