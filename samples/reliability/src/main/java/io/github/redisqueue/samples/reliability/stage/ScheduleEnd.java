package io.github.redisqueue.samples.reliability.stage;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.ScheduleState;
import io.github.redisqueue.ScheduleState.Firings;
import io.github.redisqueue.Schedules;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.samples.reliability.history.Clock;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import io.github.redisqueue.samples.reliability.history.HistoryWriter;
import io.github.redisqueue.samples.reliability.history.Operation;
import io.github.redisqueue.samples.reliability.history.Outcome;

/**
 * Pauses schedules, so that no job comes while the queues are drained, and writes what
 * has become of their firings.
 */
final class ScheduleEnd {

	/** Workers that have just started have this time to make jobs of what is due. */
	private static final Duration PATIENCE = Duration.ofSeconds(5);

	private static final long PAUSE_MILLIS = 20;

	private final HistoryWriter history;

	ScheduleEnd(HistoryWriter history) {
		this.history = history;
	}

	void pauseAll(WorkerQueue queue) throws InterruptedException {
		for (ScheduleState state : queue.schedules().list()) {
			pause(queue, state.schedule().id());
		}
	}

	private void pause(WorkerQueue queue, String id) throws InterruptedException {
		long end = System.nanoTime() + PATIENCE.toNanos();
		while (firings(queue.schedules(), id).late().toMillis() > 0 && System.nanoTime() < end) {
			TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
		}
		long start = Clock.now();
		queue.schedules().pause(id);
		Firings firings = firings(queue.schedules(), id);
		Map<String, Object> facts = new LinkedHashMap<>();
		facts.put("schedule", id);
		facts.put("fired", firings.fired());
		facts.put("skipped", firings.skipped());
		Instant last = firings.last();
		if (last != null) {
			facts.put("last", TimeUnit.MILLISECONDS.toMicros(last.toEpochMilli()));
		}
		this.history.write(Operation.FIRED, Subject.queue(queue.name()), start, Outcome.OK, facts);
	}

	private static Firings firings(Schedules schedules, String id) {
		return schedules.get(id).orElseThrow().firings();
	}

}
