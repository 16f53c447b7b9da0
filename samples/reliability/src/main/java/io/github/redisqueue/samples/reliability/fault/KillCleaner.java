package io.github.redisqueue.samples.reliability.fault;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Boundary;
import io.github.redisqueue.samples.reliability.stage.CleanerServers;
import io.github.redisqueue.samples.reliability.stage.RequestGate;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.Setting;
import io.github.redisqueue.samples.reliability.stage.WorkerProcess;
import io.github.redisqueue.samples.reliability.worker.CampaignQueues;

/**
 * Stops a worker until its leases expire, and kills the cleaner that cleans up after it
 * between two of its requests: after any number of them, with and without the last reply.
 * Another cleaner goes on.
 */
final class KillCleaner implements Fault {

	private static final int LEASE_MILLIS = 1000;

	private static final long PATIENCE_SECONDS = 6;

	@Override
	public String name() {
		return "kill-cleaner";
	}

	/** Only the worker that is stopped loses leases. */
	@Override
	public Set<Effect> effects() {
		return Set.of(Effect.REPEATS);
	}

	@Override
	public Setting setting() {
		return Setting.CLEANERS;
	}

	/** Each strike is at another place. */
	@Override
	public int leastStrikes() {
		return 6;
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		Collection<RequestGate> gates = scene.stage().servers(CleanerServers.class).gates();
		Boundary place = draw(scene.queues(), gates, random);
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
	private static Boundary draw(List<String> queues, Collection<RequestGate> gates, Random random) {
		List<String> shards = CampaignQueues.prefixes(queues.get(random.nextInt(queues.size())));
		String shard = shards.get(random.nextInt(shards.size())) + ":";
		int all = gates.stream().mapToInt((gate) -> gate.lastCleaning(shard)).max().orElse(1);
		int requests = 1 + random.nextInt(all);
		return new Boundary(shard, requests, requests < all && random.nextBoolean());
	}

}
