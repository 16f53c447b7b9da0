package io.github.redisqueue.scheduling;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

import io.github.redisqueue.Schedule;
import io.github.redisqueue.ScheduleState;
import io.github.redisqueue.Schedules;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.background.ApplicationThreads;
import io.github.redisqueue.background.OutageBackoff;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Declares the schedules of this application in one queue, and plans all schedules of the
 * queue. Thread-safe.
 */
final class QueuePlanning {

	private static final Log logger = LogFactory.getLog(SchedulePlanner.class);

	/** Redis forgets a declaration after five minutes. */
	private static final Duration DECLARED_FOR = Duration.ofMinutes(1);

	/** In which of the rounds it looks for schedules in a queue that had none. */
	private static final int SELDOM = 8;

	/** So many schedules are read one by one: to list all takes two calls at least. */
	private static final int FEW = 2;

	private final WorkQueue queue;

	private final ScheduleStates states;

	private final OutageBackoff backoff;

	private final Executor log;

	private final List<Schedule> own = new ArrayList<>();

	/** The ids of own schedules of which the log has said that they do not hold. */
	private final Set<String> told = new HashSet<>();

	/**
	 * When all own schedules were declared, in nanoTime, or null if that is to be done.
	 */
	private @Nullable Long declaredAt;

	/** How many rounds there were. */
	private int round;

	/** Held for a moment only, unlike the lock of this, which waits for Redis. */
	private final Object telling = new Object();

	private volatile boolean ended;

	QueuePlanning(WorkQueue queue, ScheduleStates states, ApplicationThreads threads) {
		this.queue = queue;
		this.states = states;
		this.backoff = threads.outages()
			.backoff("plan the schedules of", queue.name(), "they fire only as far as they have been planned");
		this.log = threads.background();
	}

	/** Adds a schedule to declare. Called before the rounds begin. */
	synchronized void add(Schedule schedule) {
		this.own.add(schedule);
	}

	synchronized boolean hasOwn() {
		return !this.own.isEmpty();
	}

	/** Looks whether it is known that there is nothing to plan. */
	CompletableFuture<Boolean> areNone() {
		return (hasOwn() || !this.states.lastOf(this.queue.name()).isEmpty()) ? CompletableFuture.completedFuture(false)
				: OutageBackoff.begun(this.queue.schedules()::areNone);
	}

	/**
	 * Declares what is to be declared, plans, looks at the result, and never throws. Does
	 * nothing if a look has told that there is nothing to do.
	 */
	void run(CompletableFuture<Boolean> nothing) {
		this.backoff.attempt(() -> {
			if (!nothing.join()) {
				plan();
			}
			return true;
		});
	}

	private synchronized void plan() {
		if (this.ended) {
			return;
		}
		long now = System.nanoTime();
		boolean declares = this.declaredAt == null || now - this.declaredAt >= DECLARED_FOR.toNanos();
		RuntimeException failure = declares ? declareAll() : null;
		this.queue.schedules().plan();
		if (failure != null) {
			throw failure;
		}
		if (declares && hasOwn()) {
			this.declaredAt = now;
		}
		List<ScheduleState> seen = look();
		if (!declares && this.own.stream().anyMatch((schedule) -> isLost(schedule, seen))) {
			planAnew();
		}
	}

	/** The schedules that are there, as far as somebody wants to know. */
	private List<ScheduleState> look() {
		Schedules schedules = this.queue.schedules();
		boolean looks = this.round++ % SELDOM == 0 || hasOwn() || !this.states.lastOf(this.queue.name()).isEmpty();
		if (looks && this.states.isWanted()) {
			List<ScheduleState> all = schedules.list();
			synchronized (this.telling) {
				if (!this.ended) {
					this.states.saw(this.queue.name(), all);
				}
			}
			return all;
		}
		return (this.own.size() > FEW) ? schedules.list()
				: this.own.stream().flatMap((schedule) -> schedules.get(schedule.id()).stream()).toList();
	}

	/**
	 * Whether Redis knows a declaration no more, as after a loss of data: nothing else
	 * has been told to be in effect in its place.
	 */
	private boolean isLost(Schedule schedule, List<ScheduleState> seen) {
		return seen.stream()
			.filter((state) -> state.schedule().id().equals(schedule.id()))
			.noneMatch((state) -> state.schedule().equals(schedule) || this.told.contains(schedule.id()));
	}

	/** Declares all, even if some fail, as those of a shard that is away. */
	private @Nullable RuntimeException declareAll() {
		RuntimeException first = null;
		for (Schedule schedule : this.own) {
			try {
				declare(schedule);
			}
			catch (RuntimeException ex) {
				first = (first != null) ? first : ex;
			}
		}
		return first;
	}

	/** Declares and plans, even if that has been done a moment ago. */
	synchronized void planAnew() {
		this.declaredAt = null;
		plan();
	}

	private void declare(Schedule schedule) {
		Schedules schedules = this.queue.schedules();
		if (schedules.declare(schedule)) {
			this.told.remove(schedule.id());
		}
		else if (this.told.add(schedule.id())) {
			String reason = schedules.get(schedule.id())
				.map((state) -> reason(schedule, state))
				.orElse("it has just been removed");
			this.log.execute(() -> logger.info("Schedule '" + schedule.id() + "' of queue '" + this.queue.name()
					+ "' is not in effect as this application declares it (" + schedule + "): " + reason));
		}
	}

	private static String reason(Schedule own, ScheduleState state) {
		if (!state.declared()) {
			return "a schedule with this id was put with Schedules.put, and stays until it is removed, "
					+ state.schedule();
		}
		boolean looksEqual = own.toString().equals(state.schedule().toString());
		return "an instance that started later has declared it differently, "
				+ (looksEqual ? "with another payload or other headers. They must be the same on all instances that run"
						+ " the same version" : state.schedule());
	}

	/** Nothing is told of the schedules any more, and failures are logged no more. */
	void end() {
		synchronized (this.telling) {
			this.ended = true;
		}
		this.backoff.end();
	}

}
