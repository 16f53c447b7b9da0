package io.github.redisqueue.samples.reliability.fault;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.stage.Scene;
import io.github.redisqueue.samples.reliability.stage.Setting;
import io.github.redisqueue.samples.reliability.stage.WorkerBuild;
import io.github.redisqueue.samples.reliability.stage.WorkerProcess;
import io.github.redisqueue.samples.reliability.stage.Workers;

/**
 * Lets workers declare schedules, and kills one or all of them with SIGKILL. A worker
 * starts again with its version of the schedules, with the newest one, or with one that
 * is newer than all others. So mostly workers of two or three versions declare the same
 * schedules differently.
 *
 * @param setting the kind of Redis
 */
record KillDeclarers(Setting setting) implements Fault {

	private static final int SOME_MILLIS = 1000;

	private static final int ALL_OF = 4;

	@Override
	public String name() {
		return (this.setting == Setting.CLUSTER) ? "cluster-schedules" : "schedules";
	}

	@Override
	public Set<Effect> effects() {
		return Set.of(Effect.REPEATS);
	}

	/** The first ones bring workers that declare schedules. */
	@Override
	public int leastStrikes() {
		return 4;
	}

	@Override
	public Map<String, Object> strike(Scene scene, Random random) throws InterruptedException {
		Workers workers = scene.stage().workers();
		TimeUnit.MILLISECONDS.sleep(random.nextInt(SOME_MILLIS));
		List<WorkerProcess> killed = new ArrayList<>(workers.all());
		Collections.shuffle(killed, random);
		if (random.nextInt(ALL_OF) > 0) {
			killed.subList(1, killed.size()).clear();
		}
		for (WorkerProcess worker : killed) {
			worker.kill();
		}
		for (WorkerProcess worker : killed) {
			workers.restart(worker, next(worker.build().schedules(), scene, random));
		}
		if (killed.size() > 1) {
			// Nobody works until then.
			workers.awaitAll();
		}
		return Map.of("repeatsOf", killed.stream().map(WorkerProcess::name).sorted().toList());
	}

	private static WorkerBuild next(int own, Scene scene, Random random) {
		Workers workers = scene.stage().workers();
		int newest = workers.all().stream().mapToInt((worker) -> worker.build().schedules()).max().orElse(0);
		int version = switch (random.nextInt(4)) {
			case 0 -> own;
			case 1 -> newest;
			default -> newest + 1;
		};
		return workers.current().declaring(Math.max(1, version), scene.queues());
	}

	/** The schedules end here, and nobody declares them in the next cell. */
	@Override
	public void heal(Scene scene) throws InterruptedException {
		Workers workers = scene.stage().workers();
		workers.awaitAll();
		scene.endSchedules();
		for (WorkerProcess worker : workers.all()) {
			worker.terminate();
			workers.restart(worker, workers.current());
			workers.awaitAll();
		}
	}

}
