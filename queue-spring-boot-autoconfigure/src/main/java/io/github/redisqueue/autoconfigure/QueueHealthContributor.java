package io.github.redisqueue.autoconfigure;

import java.util.List;
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
final class QueueHealthContributor implements CompositeHealthContributor {

	private final QueueListenerRegistry listeners;

	private final QueuePropertiesMapper properties;

	private final EvictionCheck eviction;

	private final ScheduleStates schedules;

	QueueHealthContributor(QueueListenerRegistry listeners, QueuePropertiesMapper properties, EvictionCheck eviction,
			ScheduleStates schedules) {
		this.listeners = listeners;
		this.properties = properties;
		this.eviction = eviction;
		this.schedules = schedules;
	}

	@Override
	public @Nullable HealthContributor getContributor(String name) {
		List<QueueListenerContainer> own = this.listeners.all()
			.stream()
			.filter((listener) -> listener.queueNames().contains(name))
			.toList();
		return own.isEmpty() ? null : new QueueHealthIndicator(name, own, this.properties.downAfter(name),
				this.eviction, () -> this.schedules.of(name));
	}

	@Override
	public Stream<HealthContributors.Entry> stream() {
		return this.listeners.all()
			.stream()
			.flatMap((listener) -> listener.queueNames().stream())
			.distinct()
			.map((queue) -> new HealthContributors.Entry(queue, getContributor(queue)));
	}

}
