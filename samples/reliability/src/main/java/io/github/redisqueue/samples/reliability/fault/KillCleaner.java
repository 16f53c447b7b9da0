package io.github.redisqueue.samples.reliability.fault;

import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.WorkerProcess;

/**
 * Stops a worker until its leases expire, and kills another one about when it cleans up
 * after the first.
 */
final class KillCleaner implements Fault {

	private static final int LEASE_MILLIS = 1000;

	private static final int CLEANING_MILLIS = 300;

	@Override
	public String name() {
		return "kill-cleaner";
	}

	@Override
	public Set<Effect> effects() {
		return Set.of(Effect.REPEATS);
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		WorkerProcess holder = scene.stage().workers().any(random);
		WorkerProcess cleaner = scene.stage()
			.workers()
			.all()
			.stream()
			.filter((other) -> other != holder)
			.findFirst()
			.orElseThrow();
		holder.freeze();
		TimeUnit.MILLISECONDS.sleep(LEASE_MILLIS + random.nextInt(CLEANING_MILLIS));
		scene.stage().workers().restart(cleaner);
		holder.thaw();
		return Map.of("times", 2);
	}

}
