package io.github.redisqueue.samples.reliability.campaign;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.github.redisqueue.Job;
import io.github.redisqueue.samples.reliability.campaign.WorkerProcess.Build;
import io.github.redisqueue.samples.reliability.worker.Behaviour;
import io.github.redisqueue.samples.reliability.worker.CampaignQueues;
import io.github.redisqueue.test.FaultyProxy;

/**
 * What happens to workers and cleaners, and jobs that are not like others.
 */
final class WorkerFaults {

	private static final int LEASE_MILLIS = 1000;

	private static final int SOME_MILLIS = 300;

	private static final long PATIENCE_SECONDS = 6;

	private static final List<Integer> SIZES = List.of(0, 1, 100_000, 1 << 20, (4 << 20) - 1, (4 << 20) + 1, 6 << 20,
			64 << 20);

	private static final List<String> UNREADABLE = List.of("{\"name\":\"good\"}", "{\"name\":", "", "[1,2]", "42",
			"\u0000\uffff", "{\"name\":{\"nested\":true}}");

	private WorkerFaults() {
	}

	static void killAtWork(Scene scene, Map<String, Object> facts) throws InterruptedException {
		kill(scene, (proxy) -> {
		});
	}

	static void killBeforeReply(Scene scene, Map<String, Object> facts) throws InterruptedException {
		kill(scene, FaultyProxy::holdReplies);
	}

	static void killAfterEffect(Scene scene, Map<String, Object> facts) throws InterruptedException {
		kill(scene, FaultyProxy::holdRequests);
	}

	private static void kill(Scene scene, Consumer<FaultyProxy> before) throws InterruptedException {
		WorkerProcess worker = scene.anyWorker();
		before.accept(scene.server().proxy(worker.name()));
		scene.pause(0, SOME_MILLIS);
		scene.workers().restart(worker);
	}

	static void freeze(int leases, Scene scene) throws InterruptedException {
		WorkerProcess worker = scene.anyWorker();
		worker.freeze();
		scene.pause(leases * LEASE_MILLIS, 500);
		worker.thaw();
	}

	static void restart(Scene scene, Map<String, Object> facts) throws InterruptedException {
		WorkerProcess worker = scene.anyWorker();
		scene.workers().replace(worker, worker.build());
	}

	/**
	 * Ends one worker after the other with SIGTERM, and starts it with the previous
	 * version, then with the current one again, as an upgrade that is taken back and
	 * repeated. In between, workers of both versions share the queues.
	 */
	static void upgrade(Scene scene, Map<String, Object> facts) throws InterruptedException {
		Workers workers = scene.workers();
		WorkerProcess worker = nextToUpgrade(workers.all());
		Build build = worker.build().equals(workers.current()) ? workers.previous() : workers.current();
		workers.replace(worker, build);
		facts.put("version", build.program().name());
		facts.put("repeatsOf", List.of(worker.name()));
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
		Workers workers = scene.workers();
		for (WorkerProcess worker : workers.all()) {
			if (!worker.build().equals(workers.current())) {
				workers.replace(worker, workers.current());
			}
		}
	}

	static void killCleaner(Scene scene, Map<String, Object> facts) throws InterruptedException {
		Collection<RequestGate> gates = ((CleanerServers) scene.stage().servers()).gates();
		RequestGate.Boundary place = draw(scene, gates);
		WorkerProcess holder = scene.anyWorker();
		holder.freeze();
		TimeUnit.MILLISECONDS.sleep(LEASE_MILLIS);
		gates.forEach((gate) -> gate.stopAt(place));
		String cleaner = place.await(PATIENCE_SECONDS);
		if (cleaner != null) {
			scene.workers().restart(scene.workers().named(cleaner));
		}
		gates.forEach((gate) -> gate.stopAt(null));
		holder.thaw();
		facts.putAll(Map.of("place", place.toString(), "cleaner", (cleaner != null) ? cleaner : "", "repeatsOf",
				List.of(holder.name())));
	}

	/**
	 * There is no place after the last reply. A shard that nobody has cleaned yet has at
	 * least the request that reclaims.
	 */
	private static RequestGate.Boundary draw(Scene scene, Collection<RequestGate> gates) {
		List<String> shards = CampaignQueues.prefixes(scene.anyQueue());
		String shard = shards.get(scene.random().nextInt(shards.size())) + ":";
		int all = gates.stream().mapToInt((gate) -> gate.lastCleaning(shard)).max().orElse(1);
		int requests = 1 + scene.random().nextInt(all);
		return new RequestGate.Boundary(shard, requests, requests < all && scene.random().nextBoolean());
	}

	private static void send(Scene scene, String queue, Behaviour behaviour, byte[] payload)
			throws InterruptedException {
		scene.sender().send(queue, Job.of(scene.sender().newId(behaviour), payload), Duration.ZERO);
	}

	/**
	 * Sends payloads from no byte at all to many times what one call may carry. The
	 * largest ones can be longer on their way than the leases of other cells last.
	 */
	static void sendLarge(Scene scene, Map<String, Object> facts) throws InterruptedException {
		for (int size : SIZES) {
			byte[] payload = new byte[size];
			scene.random().nextBytes(payload);
			send(scene, scene.anyQueue(), Behaviour.WORK, payload);
		}
		facts.put("times", SIZES.size());
	}

	static void sendUnreadable(Scene scene, Map<String, Object> facts) throws InterruptedException {
		for (String payload : UNREADABLE) {
			send(scene, CampaignQueues.JSON, Behaviour.WORK, payload.getBytes(StandardCharsets.UTF_8));
		}
		facts.put("times", UNREADABLE.size());
	}

	static void sendPoison(Behaviour behaviour, Scene scene) throws InterruptedException {
		send(scene, scene.anyQueue(), behaviour, "poison".getBytes(StandardCharsets.UTF_8));
		scene.workers().restartEnded();
	}

}
