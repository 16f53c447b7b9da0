package io.github.redisqueue.samples.reliability.fault;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.WorkerBuild;
import io.github.redisqueue.samples.reliability.stage.WorkerProcess;
import io.github.redisqueue.samples.reliability.stage.Workers;

/**
 * Ends one worker after the other with SIGTERM, and starts it with the previous version,
 * then with the current one again, as an upgrade that is taken back and repeated. In
 * between, workers of both versions share the queues.
 */
final class RollingUpgrade implements Fault {

	@Override
	public String name() {
		return "rolling-upgrade";
	}

	@Override
	public Set<Effect> effects() {
		return Set.of(Effect.REPEATS);
	}

	@Override
	public boolean needsPreviousVersion() {
		return true;
	}

	/** Three workers go to the other version, and back. */
	@Override
	public int leastStrikes() {
		return 6;
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		Workers workers = scene.stage().workers();
		WorkerProcess worker = next(workers.all());
		WorkerBuild build = worker.build().equals(workers.current()) ? workers.previous() : workers.current();
		worker.terminate();
		workers.restart(worker, build);
		return Map.of("version", build.name(), "repeatsOf", List.of(worker.name()));
	}

	/**
	 * The versions say how far the upgrade is: the first worker goes ahead, the others
	 * follow it in their order.
	 */
	private static WorkerProcess next(List<WorkerProcess> workers) {
		WorkerProcess first = workers.get(0);
		return workers.stream().filter((worker) -> !worker.build().equals(first.build())).findFirst().orElse(first);
	}

	@Override
	public void heal(Scene scene) throws InterruptedException {
		Workers workers = scene.stage().workers();
		for (WorkerProcess worker : workers.all()) {
			if (!worker.build().equals(workers.current())) {
				worker.terminate();
				workers.restart(worker, workers.current());
			}
		}
	}

}
