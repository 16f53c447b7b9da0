package io.github.redisqueue.samples.reliability.fault;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.github.redisqueue.Job;
import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.Setting;
import io.github.redisqueue.samples.reliability.worker.Behaviour;

/**
 * Sends payloads from no byte at all to many times what one call may carry. The largest
 * ones can be longer on their way than the leases of other cells last.
 */
final class LargePayloads implements Fault {

	private static final List<Integer> SIZES = List.of(0, 1, 100_000, 1 << 20, (4 << 20) - 1, (4 << 20) + 1, 6 << 20,
			64 << 20);

	@Override
	public String name() {
		return "large-payloads";
	}

	@Override
	public Set<Effect> effects() {
		return Set.of();
	}

	@Override
	public Setting setting() {
		return Setting.LONG_LEASES;
	}

	/** Keeps what a cell stores at some hundred megabytes. */
	@Override
	public Duration pause() {
		return Duration.ofSeconds(12);
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		for (int size : SIZES) {
			byte[] payload = new byte[size];
			random.nextBytes(payload);
			String queue = scene.queues().get(random.nextInt(scene.queues().size()));
			scene.sender().send(queue, Job.of(scene.sender().newId(Behaviour.WORK), payload), Duration.ZERO);
		}
		return Map.of("times", SIZES.size());
	}

}
