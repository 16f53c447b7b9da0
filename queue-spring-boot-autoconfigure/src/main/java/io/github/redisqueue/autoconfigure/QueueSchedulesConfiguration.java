package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.annotation.method.QueueScheduleAnnotationBeanPostProcessor;
import io.github.redisqueue.autoconfigure.assembly.ConfiguredQueues;
import io.github.redisqueue.autoconfigure.assembly.ConfiguredSchedules;
import io.github.redisqueue.autoconfigure.properties.QueuePropertiesMapper;
import io.github.redisqueue.background.ApplicationThreads;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.scheduling.SchedulePlanner;
import io.github.redisqueue.scheduling.ScheduleStates;
import io.github.redisqueue.type.JobTypes;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.messaging.converter.MessageConverter;

/**
 * Finds the schedules that the application declares, and plans those of its queues.
 */
@Configuration(proxyBeanMethods = false)
class QueueSchedulesConfiguration {

	@Bean(name = BeanNames.INTERNAL + "scheduleAnnotationBeanPostProcessor", autowireCandidate = false)
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static QueueScheduleAnnotationBeanPostProcessor scheduleAnnotationBeanPostProcessor(
			ObjectProvider<ConfiguredSchedules> schedules) {
		return new QueueScheduleAnnotationBeanPostProcessor((schedule) -> schedules.getObject().register(schedule));
	}

	@Bean(BeanNames.INTERNAL + "schedules")
	ConfiguredSchedules schedules(ConfiguredQueues queues, QueuePropertiesMapper properties,
			@Qualifier(BeanNames.CONVERTER) MessageConverter converter, @Qualifier(BeanNames.TYPES) JobTypes types) {
		return new ConfiguredSchedules(queues, properties, converter, types);
	}

	@Bean(name = BeanNames.STATES, defaultCandidate = false)
	ScheduleStates scheduleStates() {
		return new ScheduleStates();
	}

	/**
	 * A queue that this application only sends to is planned, too, if it is cleaned: an
	 * application that is not to clean may lack the permissions.
	 */
	@Bean(name = BeanNames.PLANNER, autowireCandidate = false)
	SchedulePlanner schedulePlanner(ConfiguredQueues queues, QueuePropertiesMapper properties,
			@Qualifier(BeanNames.CONTAINERS) QueueListenerRegistry listeners, ConfiguredSchedules schedules,
			@Qualifier(BeanNames.STATES) ScheduleStates states,
			@Qualifier(BeanNames.THREADS) ApplicationThreads threads) {
		return new SchedulePlanner(queues,
				(queue) -> properties.cleaner(queue).enabled()
						|| listeners.all().stream().anyMatch((listener) -> listener.queueNames().contains(queue)),
				schedules::all, states, threads);
	}

}
