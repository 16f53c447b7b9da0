package io.github.redisqueue.samples.reliability.fault;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.github.redisqueue.Job;
import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.worker.Behaviour;

/**
 * Sends a job whose handler does not merely fail.
 *
 * @param behaviour what the handler does
 */
record Poison(Behaviour behaviour) implements Fault {

	@Override
	public String name() {
		return "poison-" + this.behaviour.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	@Override
	public Set<Effect> effects() {
		return (this.behaviour == Behaviour.OUT_OF_MEMORY) ? Set.of() : Set.of(Effect.REPEATS, Effect.POISONS);
	}

	@Override
	public Duration pause() {
		return Duration.ofSeconds(3);
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		List<String> queues = scene.queues();
		String queue = queues.get(random.nextInt(queues.size()));
		scene.sender()
			.send(queue, Job.of(scene.sender().newId(this.behaviour), "poison".getBytes(StandardCharsets.UTF_8)),
					Duration.ZERO);
		scene.stage().workers().restartEnded();
		return NO_FACTS;
	}

	/** A handler that never returns keeps its lease for as long as its JVM runs. */
	@Override
	public void heal(Scene scene) throws InterruptedException {
		if (this.behaviour == Behaviour.HANG) {
			scene.stage().workers().restartAll();
		}
	}

}
