package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.autoconfigure.connection.QueueConnections;
import io.github.redisqueue.autoconfigure.health.EvictionCheck;
import io.github.redisqueue.autoconfigure.health.QueueHealthContributor;
import io.github.redisqueue.autoconfigure.properties.QueuePropertiesMapper;
import io.github.redisqueue.background.ApplicationThreads;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.scheduling.ScheduleStates;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the health of work queues.
 */
@AutoConfiguration(after = QueueAutoConfiguration.class)
@ConditionalOnClass({ HealthContributor.class, ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnBean(QueuePropertiesMapper.class)
public final class QueueHealthContributorAutoConfiguration {

	/** The health endpoint shows the name without its end. */
	private static final String CONTRIBUTOR = "redisQueueHealthContributor";

	/**
	 * Creates the auto-configuration. Called by Spring.
	 */
	public QueueHealthContributorAutoConfiguration() {
	}

	@Bean(CONTRIBUTOR)
	@ConditionalOnEnabledHealthIndicator("redis-queue")
	@ConditionalOnMissingBean(name = CONTRIBUTOR)
	QueueHealthContributor redisQueueHealthContributor(@Qualifier(BeanNames.CONTAINERS) QueueListenerRegistry listeners,
			QueuePropertiesMapper properties, EvictionCheck eviction,
			@Qualifier(BeanNames.STATES) ScheduleStates schedules, QueueConnections connections,
			@Qualifier(BeanNames.THREADS) ApplicationThreads threads) {
		eviction.keepRecent(threads);
		schedules.want();
		return new QueueHealthContributor(listeners, properties::downAfter, eviction, schedules::of,
				connections.longestCall());
	}

}
