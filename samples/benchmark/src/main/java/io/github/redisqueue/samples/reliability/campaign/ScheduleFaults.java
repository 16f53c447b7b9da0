package io.github.redisqueue.samples.reliability.campaign;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.ScheduleState;
import io.github.redisqueue.ScheduleState.Firings;
import io.github.redisqueue.Schedules;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.samples.reliability.campaign.WorkerProcess.Build;
import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Outcome;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import io.github.redisqueue.samples.reliability.history.HistoryWriter;

/**
 * What happens to workers that declare schedules.
 */
final class ScheduleFaults {

	private static final int SOME_MILLIS = 1000;

	private static final int ALL_OF = 4;

	/** Workers that have just started have this time to make jobs of what is due. */
	private static final Duration PATIENCE = Duration.ofSeconds(5);

	private static final long PAUSE_MILLIS = 20;

	private ScheduleFaults() {
	}

	static void killDeclarers(Scene scene, Map<String, Object> facts) throws InterruptedException {
		scene.pause(0, SOME_MILLIS);
		List<WorkerProcess> killed = new ArrayList<>(scene.workers().all());
		Collections.shuffle(killed, scene.random());
		if (scene.random().nextInt(ALL_OF) > 0) {
			killed.subList(1, killed.size()).clear();
		}
		killed.forEach(WorkerProcess::kill);
		killed.forEach((worker) -> scene.workers().restart(worker, next(worker.build().schedules(), scene)));
		if (killed.size() > 1) {
			// Nobody works until then.
			scene.workers().awaitAll();
		}
		facts.put("repeatsOf", killed.stream().map(WorkerProcess::name).sorted().toList());
	}

	private static Build next(int own, Scene scene) {
		Workers workers = scene.workers();
		int newest = workers.all().stream().mapToInt((worker) -> worker.build().schedules()).max().orElse(0);
		int version = switch (scene.random().nextInt(4)) {
			case 0 -> own;
			case 1 -> newest;
			default -> newest + 1;
		};
		return workers.current().declaring(Math.max(1, version), scene.queues());
	}

	/**
	 * The schedules end here, and nobody declares them in the next cell. Pauses them, so
	 * that no job comes while the queues are drained, and writes what has become of their
	 * firings.
	 */
	static void endSchedules(Scene scene) throws InterruptedException {
		Workers workers = scene.workers();
		workers.awaitAll();
		for (String name : scene.queues()) {
			WorkerQueue queue = scene.stage().queue(name);
			for (ScheduleState state : queue.schedules().list()) {
				pause(scene.history(), queue, state.schedule().id());
			}
		}
		for (WorkerProcess worker : workers.all()) {
			workers.replace(worker, workers.current());
			workers.awaitAll();
		}
	}

	private static void pause(HistoryWriter history, WorkerQueue queue, String id) throws InterruptedException {
		long end = System.nanoTime() + PATIENCE.toNanos();
		while (firings(queue.schedules(), id).late().toMillis() > 0 && System.nanoTime() < end) {
			TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
		}
		long start = Clock.now();
		queue.schedules().pause(id);
		Firings firings = firings(queue.schedules(), id);
		Map<String, Object> facts = new LinkedHashMap<>(
				Map.of("schedule", id, "fired", firings.fired(), "skipped", firings.skipped()));
		Instant last = firings.last();
		if (last != null) {
			facts.put("last", Clock.micros(last));
		}
		history.write(Operation.FIRED, Subject.queue(queue.name()), start, Outcome.OK, facts);
	}

	private static Firings firings(Schedules schedules, String id) {
		return schedules.get(id).orElseThrow().firings();
	}

}
