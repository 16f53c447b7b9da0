package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.autoconfigure.assembly.ConfiguredQueues;
import io.github.redisqueue.autoconfigure.properties.QueuePropertiesMapper;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.scheduling.SchedulePlanner;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.testing.AutoConfigureQueueTester;
import io.github.redisqueue.testing.QueueTester;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration for tests with {@link AutoConfigureQueueTester}. Applications do not
 * have it.
 */
@AutoConfiguration(after = QueueAutoConfiguration.class)
@ConditionalOnBean(ConfiguredQueues.class)
public final class QueueTesterAutoConfiguration {

	/**
	 * Creates the auto-configuration. Called by Spring.
	 */
	public QueueTesterAutoConfiguration() {
	}

	@Bean("io.github.redisqueue.tester")
	QueueTester queueTester(ConfiguredQueues queues, QueueOperations operations, QueuePropertiesMapper properties,
			@Qualifier(BeanNames.SCRIPTS) ScriptRunner scripts, BeanFactory beans) {
		QueueListenerRegistry listeners = beans.getBean(BeanNames.CONTAINERS, QueueListenerRegistry.class);
		SchedulePlanner planner = beans.getBean(BeanNames.PLANNER, SchedulePlanner.class);
		return new QueueTester(queues, operations,
				new ScriptedQueueData(queues, properties, scripts, listeners, planner));
	}

}
