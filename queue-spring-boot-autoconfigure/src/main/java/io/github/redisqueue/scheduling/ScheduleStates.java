package io.github.redisqueue.scheduling;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

import io.github.redisqueue.ScheduleState;

/**
 * What the planner has last seen of the schedules of each queue. It looks only if
 * somebody wants to know. Thread-safe.
 */
public final class ScheduleStates {

	/** Older states say nothing about the present. */
	private static final Duration MAX_AGE = Duration.ofMinutes(1);

	private final Map<String, Seen> seen = new ConcurrentHashMap<>();

	private final List<BiConsumer<String, List<ScheduleState>>> observers = new CopyOnWriteArrayList<>();

	private volatile boolean wanted;

	/** Lets the planner look at the schedules from now on. */
	public void want() {
		this.wanted = true;
	}

	boolean isWanted() {
		return this.wanted;
	}

	/** Calls an observer, which must not block, each time the planner has looked. */
	public void observe(BiConsumer<String, List<ScheduleState>> observer) {
		this.observers.add(observer);
		want();
	}

	/** The schedules of a queue less than a minute ago, none if they are not known. */
	public List<ScheduleState> of(String queue) {
		Seen last = this.seen.get(queue);
		return (last != null && System.nanoTime() - last.nanos() < MAX_AGE.toNanos()) ? last.states() : List.of();
	}

	/** The schedules as the planner has seen them last, however long ago. */
	public List<ScheduleState> lastOf(String queue) {
		Seen last = this.seen.get(queue);
		return (last != null) ? last.states() : List.of();
	}

	/** The planner has looked. Tells the observers, on the thread that has looked. */
	void saw(String queue, List<ScheduleState> states) {
		this.seen.put(queue, new Seen(states, System.nanoTime()));
		this.observers.forEach((observer) -> observer.accept(queue, states));
	}

	/** The queue is used no more. */
	void forget(String queue) {
		this.seen.remove(queue);
		this.observers.forEach((observer) -> observer.accept(queue, List.of()));
	}

	private record Seen(List<ScheduleState> states, long nanos) {

	}

}
