package io.github.redisqueue.scheduling;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.github.redisqueue.Schedule;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.background.ApplicationThreads;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;

/**
 * Plans the schedules of all queues that the application handles, and declares those of
 * the application: at the start, and in rounds that follow each other after 5 to 10
 * seconds. A round runs on one of the threads that open connections, which may block, and
 * asks one queue after the other. Does not wait when it starts and stops. Thread-safe.
 */
public final class SchedulePlanner implements SmartLifecycle {

	private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(5);

	private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

	private final WorkQueues queues;

	private final Predicate<String> handled;

	private final Supplier<List<DeclaredSchedule>> declared;

	private final ScheduleStates states;

	private final ApplicationThreads threads;

	/** By the names of the queues, since the last start. */
	private final Map<String, QueuePlanning> plannings = new ConcurrentHashMap<>();

	/** Null unless the planner is running. */
	private @Nullable Rounds rounds;

	/**
	 * Creates a planner that is not started.
	 * @param handled whether the application handles or cleans the queue with a name; of
	 * others it plans only those in which it declares schedules
	 * @param declared the schedules that the application declares, asked for at the start
	 */
	public SchedulePlanner(WorkQueues queues, Predicate<String> handled, Supplier<List<DeclaredSchedule>> declared,
			ScheduleStates states, ApplicationThreads threads) {
		this.queues = queues;
		this.handled = handled;
		this.declared = declared;
		this.states = states;
		this.threads = threads;
		queues.onForget((queue) -> forget(queue.name()));
	}

	private void forget(String queue) {
		QueuePlanning planning = this.plannings.remove(queue);
		if (planning != null) {
			planning.end();
		}
		this.states.forget(queue);
	}

	@Override
	public synchronized void start() {
		if (this.rounds != null) {
			return;
		}
		this.plannings.clear();
		List<DeclaredSchedule> own = this.declared.get();
		own.forEach((schedule) -> this.plannings
			.computeIfAbsent(schedule.queue().name(), (name) -> newPlanning(schedule.queue()))
			.add(schedule.schedule()));
		Rounds started = new Rounds(!own.isEmpty());
		this.rounds = started;
		this.threads.schedule(started::begin, Duration.ZERO);
	}

	private QueuePlanning newPlanning(WorkQueue queue) {
		return new QueuePlanning(queue, this.states, this.threads);
	}

	/** Returns null if the queue was forgotten meanwhile: it must not come back. */
	private @Nullable QueuePlanning planning(WorkQueue queue) {
		return this.plannings.computeIfAbsent(queue.name(),
				(name) -> this.queues.all().contains(queue) ? newPlanning(queue) : null);
	}

	/**
	 * Declares and plans the schedules of a queue now, on the thread of the caller, for
	 * example after its data was deleted. Does nothing if the planner does not run.
	 */
	public void planAnew(String queue) {
		if (isRunning()) {
			QueuePlanning planning = planning(this.queues.get(queue));
			if (planning != null) {
				planning.planAnew();
			}
		}
	}

	@Override
	public synchronized void stop() {
		if (this.rounds != null) {
			this.rounds.end();
			this.plannings.values().forEach(QueuePlanning::end);
		}
		this.rounds = null;
	}

	@Override
	public synchronized boolean isRunning() {
		return this.rounds != null;
	}

	/** The rounds from a start to a stop. */
	private final class Rounds {

		/** Nobody else declares the schedules of an application without listeners. */
		private final boolean keepsAlive;

		private volatile boolean ended;

		Rounds(boolean keepsAlive) {
			this.keepsAlive = keepsAlive;
			if (keepsAlive) {
				SchedulePlanner.this.threads.keepAlive();
			}
		}

		void end() {
			this.ended = true;
			if (this.keepsAlive) {
				SchedulePlanner.this.threads.release();
			}
		}

		private void begin() {
			if (!this.ended) {
				// Rejected only if the application ends.
				SchedulePlanner.this.threads.connector().execute(this::round);
			}
		}

		private void round() {
			try {
				Map<QueuePlanning, CompletableFuture<Boolean>> looks = new LinkedHashMap<>();
				SchedulePlanner.this.queues.all().forEach((queue) -> {
					QueuePlanning planning = this.ended ? null : planning(queue);
					if (planning != null && (planning.hasOwn() || SchedulePlanner.this.handled.test(queue.name()))) {
						looks.put(planning, planning.areNone());
					}
				});
				looks.forEach(QueuePlanning::run);
			}
			finally {
				long pause = ThreadLocalRandom.current().nextLong(SHORTEST_PAUSE.toMillis(), LONGEST_PAUSE.toMillis());
				SchedulePlanner.this.threads.schedule(this::begin, Duration.ofMillis(pause));
			}
		}

	}

	/** A schedule that this application declares. */
	public record DeclaredSchedule(WorkQueue queue, Schedule schedule) {

	}

}
