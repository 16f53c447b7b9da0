package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.background.ApplicationThreads;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.metrics.QueueGauges;
import io.github.redisqueue.metrics.QueueMeters;
import io.github.redisqueue.metrics.ScheduleMeters;
import io.github.redisqueue.observation.QueueObservations;
import io.github.redisqueue.scheduling.ScheduleStates;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the metrics of work queues.
 */
@AutoConfiguration(after = QueueAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({ MeterRegistry.class, QueuePropertiesMapper.class })
public final class QueueMetricsAutoConfiguration {

	/**
	 * Creates the auto-configuration. Called by Spring.
	 */
	public QueueMetricsAutoConfiguration() {
	}

	@Bean(name = QueueAutoConfiguration.EVENTS, defaultCandidate = false)
	QueueMeters meters(MeterRegistry registry, ConfiguredQueues queues, QueuePropertiesMapper properties,
			@Qualifier(QueueAutoConfiguration.CONTAINERS) QueueListenerRegistry listeners,
			@Qualifier(QueueAutoConfiguration.OBSERVATIONS) QueueObservations observations) {
		QueueMeters meters = new QueueMeters(registry, queues, properties::metrics, new ContainerStates(listeners));
		observations.registry().observationConfig().observationHandler(meters);
		return meters;
	}

	@Bean(QueueAutoConfiguration.INTERNAL + "evictionGauge")
	@ConditionalOnBooleanProperty(name = "redis-queue.metrics.enabled", matchIfMissing = true)
	EvictionGauge evictionGauge(EvictionCheck check,
			@Qualifier(QueueAutoConfiguration.THREADS) ApplicationThreads threads) {
		check.keepRecent(threads);
		return new EvictionGauge(check);
	}

	@Bean(QueueAutoConfiguration.INTERNAL + "gauges")
	QueueGauges gauges(ConfiguredQueues queues, QueuePropertiesMapper properties,
			@Qualifier(QueueAutoConfiguration.THREADS) ApplicationThreads threads) {
		return new QueueGauges(queues, properties::metrics, (queue) -> properties.cleaner(queue).enabled(), threads);
	}

	@Bean(QueueAutoConfiguration.INTERNAL + "scheduleMeters")
	ScheduleMeters scheduleMeters(@Qualifier(QueueSchedulesConfiguration.STATES) ScheduleStates states,
			QueuePropertiesMapper properties) {
		return new ScheduleMeters(states, properties::metrics);
	}

}
