package io.github.redisqueue.autoconfigure.health;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.scheduling.ScheduleStates;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthContributors;

/**
 * The health of the queues that this application listens to. Thread-safe.
 */
public final class QueueHealthContributor implements CompositeHealthContributor {

	private final QueueListenerRegistry listeners;

	private final Function<String, Duration> downAfter;

	private final EvictionCheck eviction;

	private final ScheduleStates schedules;

	private final Duration longestCall;

	/**
	 * Creates a contributor.
	 * @param listeners the listeners of the application
	 * @param downAfter how long a listener of a queue must be unable to do its work
	 * before the queue is DOWN
	 * @param eviction tells whether Redis may delete jobs
	 * @param schedules knows the schedules of the queues
	 * @param longestCall how long a call may take, if nothing goes wrong here
	 */
	public QueueHealthContributor(QueueListenerRegistry listeners, Function<String, Duration> downAfter,
			EvictionCheck eviction, ScheduleStates schedules, Duration longestCall) {
		this.listeners = listeners;
		this.downAfter = downAfter;
		this.eviction = eviction;
		this.schedules = schedules;
		this.longestCall = longestCall;
	}

	@Override
	public @Nullable HealthContributor getContributor(String name) {
		return byQueue().get(name);
	}

	@Override
	public Stream<HealthContributors.Entry> stream() {
		return byQueue().entrySet()
			.stream()
			.map((queue) -> new HealthContributors.Entry(queue.getKey(), queue.getValue()));
	}

	/** Looks at the listeners once, as they may change at any time. */
	private Map<String, HealthContributor> byQueue() {
		Map<String, List<QueueListenerContainer>> listeners = new LinkedHashMap<>();
		this.listeners.all()
			.forEach((listener) -> listener.queueNames()
				.forEach((queue) -> listeners.computeIfAbsent(queue, (name) -> new ArrayList<>()).add(listener)));
		Map<String, HealthContributor> contributors = new LinkedHashMap<>();
		listeners.forEach((queue, own) -> contributors.put(queue, new QueueHealthIndicator(queue, own,
				this.downAfter.apply(queue), this.longestCall, this.eviction, () -> this.schedules.of(queue))));
		return contributors;
	}

}
