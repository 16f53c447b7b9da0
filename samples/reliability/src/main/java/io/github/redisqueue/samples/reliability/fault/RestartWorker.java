package io.github.redisqueue.samples.reliability.fault;

import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.WorkerProcess;

/**
 * Ends a worker with SIGTERM under load, and starts it again, as a rolling restart does.
 */
final class RestartWorker implements Fault {

	@Override
	public String name() {
		return "rolling-restart";
	}

	@Override
	public Set<Effect> effects() {
		return Set.of(Effect.REPEATS);
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		WorkerProcess worker = scene.stage().workers().any(random);
		worker.terminate();
		scene.stage().workers().restart(worker);
		return NO_FACTS;
	}

}
