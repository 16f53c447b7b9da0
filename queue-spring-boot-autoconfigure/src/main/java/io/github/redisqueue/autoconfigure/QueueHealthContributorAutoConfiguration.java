package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.autoconfigure.connection.QueueConnections;
import io.github.redisqueue.autoconfigure.health.EvictionCheck;
import io.github.redisqueue.autoconfigure.health.QueueHealthContributor;
import io.github.redisqueue.autoconfigure.properties.QueuePropertiesMapper;
import io.github.redisqueue.background.ApplicationThreads;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.scheduling.ScheduleStates;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration for the health of work queues.
 */
@AutoConfiguration(after = QueueAutoConfiguration.class)
@ConditionalOnClass({ HealthContributor.class, ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnBean(QueuePropertiesMapper.class)
public final class QueueHealthContributorAutoConfiguration {

	/** The health endpoint shows the name without its end. */
	private static final String CONTRIBUTOR = "redisQueueHealthContributor";

	QueueHealthContributorAutoConfiguration() {
	}

	@Bean(CONTRIBUTOR)
	@ConditionalOnEnabledHealthIndicator("redis-queue")
	@ConditionalOnMissingBean(name = CONTRIBUTOR)
	QueueHealthContributor redisQueueHealthContributor(@Internal QueueListenerRegistry listeners,
			QueuePropertiesMapper properties, EvictionCheck eviction, @Internal ScheduleStates schedules,
			QueueConnections connections, @Internal ApplicationThreads threads) {
		eviction.keepRecent(threads);
		schedules.want();
		return new QueueHealthContributor(listeners, properties::downAfter, eviction, schedules::of,
				connections.longestCall());
	}

}
