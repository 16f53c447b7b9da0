package io.github.redisqueue.autoconfigure;

import java.time.Duration;
import java.util.stream.Stream;

import io.github.redisqueue.autoconfigure.assembly.ConfiguredQueues;
import io.github.redisqueue.autoconfigure.health.EvictionCheck;
import io.github.redisqueue.autoconfigure.properties.QueuePropertiesMapper;
import io.github.redisqueue.background.ApplicationThreads;
import io.github.redisqueue.listener.ListenerStatus;
import io.github.redisqueue.listener.ListenerTrouble;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.metrics.QueueGauges;
import io.github.redisqueue.metrics.QueueMeters;
import io.github.redisqueue.metrics.QueueMeters.ListenerState;
import io.github.redisqueue.metrics.ScheduleMeters;
import io.github.redisqueue.observation.QueueObservations;
import io.github.redisqueue.scheduling.ScheduleStates;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration for the metrics of work queues.
 */
@AutoConfiguration(after = QueueAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({ MeterRegistry.class, QueuePropertiesMapper.class })
public final class QueueMetricsAutoConfiguration {

	QueueMetricsAutoConfiguration() {
	}

	@Bean(name = Internal.EVENTS, defaultCandidate = false)
	QueueMeters meters(MeterRegistry registry, ConfiguredQueues queues, QueuePropertiesMapper properties,
			@Internal QueueListenerRegistry listeners, @Internal QueueObservations observations) {
		QueueMeters meters = new QueueMeters(registry, queues, properties::metrics,
				(queue, listener) -> state(listeners, queue, listener));
		observations.registry().observationConfig().observationHandler(meters);
		return meters;
	}

	private static ListenerState state(QueueListenerRegistry listeners, String queue, String listener) {
		return listeners.all()
			.stream()
			.filter((container) -> container.id().equals(listener))
			.findAny()
			.map((container) -> state(container, queue))
			.orElse(ListenerState.STOPPED);
	}

	private static ListenerState state(QueueListenerContainer container, String queue) {
		ListenerStatus status = container.status(queue);
		ListenerTrouble trouble = ListenerTrouble.longest(Stream.of(status.leasing(), status.threads()));
		return new ListenerState(container.concurrency(), status.work().handling(),
				status.paused() || status.queuePaused(), (trouble != null) ? trouble.age() : Duration.ZERO);
	}

	@Bean(Internal.PREFIX + "evictionGauge")
	@ConditionalOnBooleanProperty(name = "redis-queue.metrics.enabled", matchIfMissing = true)
	MeterBinder evictionGauge(EvictionCheck check, @Internal ApplicationThreads threads) {
		check.keepRecent(threads);
		return (registry) -> Gauge.builder("redis.queue.eviction", check, EvictionCheck::evicts)
			.description(
					"Whether Redis may delete jobs when its memory is full, 0 or 1; NaN if the policy is not known")
			.register(registry);
	}

	@Bean(Internal.PREFIX + "gauges")
	QueueGauges gauges(ConfiguredQueues queues, QueuePropertiesMapper properties,
			@Internal ApplicationThreads threads) {
		return new QueueGauges(queues, properties::metrics, (queue) -> properties.cleaner(queue).enabled(), threads);
	}

	@Bean(Internal.PREFIX + "scheduleMeters")
	ScheduleMeters scheduleMeters(@Internal ScheduleStates states, QueuePropertiesMapper properties) {
		return new ScheduleMeters(states, properties::metrics);
	}

}
