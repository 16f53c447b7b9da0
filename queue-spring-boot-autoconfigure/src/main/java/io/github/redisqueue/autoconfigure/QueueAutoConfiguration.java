package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.annotation.ListenerRegistrar;
import io.github.redisqueue.annotation.QueueListenerAnnotationBeanPostProcessor;
import io.github.redisqueue.bell.Bells;
import io.github.redisqueue.cleaner.QueueCleaner;
import io.github.redisqueue.listener.ListenerServices;
import io.github.redisqueue.listener.QueueForwarders;
import io.github.redisqueue.listener.QueueListenerContainers;
import io.github.redisqueue.metrics.QueueEvents;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.QueueTemplate;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.thread.Threading;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.messaging.converter.MessageConverter;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for work queues on Redis.
 */
@AutoConfiguration(after = { DataRedisAutoConfiguration.class, TaskExecutionAutoConfiguration.class },
		afterName = { "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
				"org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration" })
@ConditionalOnBooleanProperty(name = "queue.enabled", matchIfMissing = true)
@EnableConfigurationProperties(QueueProperties.class)
@Import({ QueueConnectionsConfiguration.class, QueueMessageConverterConfiguration.class })
public final class QueueAutoConfiguration {

	private static final String EXECUTOR = "queueListenerTaskExecutor";

	@Bean
	QueuePropertiesMapper queuePropertiesMapper(QueueProperties properties) {
		return new QueuePropertiesMapper(properties).validated();
	}

	@Bean
	@ConditionalOnMissingBean
	WorkQueues workQueues(QueuePropertiesMapper properties, QueueConnections connections) {
		if (connections.cluster()) {
			properties.validateForCluster();
		}
		return new ConfiguredQueues(properties, new ScriptRunner(connections.factory()));
	}

	@Bean
	LayoutCheck queueLayoutCheck(WorkQueues queues) {
		return new LayoutCheck(queues);
	}

	@Bean
	@ConditionalOnMissingBean
	Bells queueBells(QueuePropertiesMapper properties, QueueConnections connections) {
		return new Bells(connections.factory(), properties.keyPrefix(), connections.longestWait());
	}

	@Bean
	@ConditionalOnMissingBean(QueueOperations.class)
	QueueTemplate queueTemplate(WorkQueues queues,
			@Qualifier(QueueMessageConverterConfiguration.CONVERTER) MessageConverter converter) {
		return new QueueTemplate(queues, converter);
	}

	/**
	 * One thread for each job that is handled at a time, for the life of its listener.
	 */
	@Bean(name = EXECUTOR, defaultCandidate = false)
	@ConditionalOnMissingBean(name = EXECUTOR)
	SimpleAsyncTaskExecutor queueListenerTaskExecutor(Environment environment) {
		SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor("queue-handler-");
		executor.setVirtualThreads(Threading.VIRTUAL.isActive(environment));
		return executor;
	}

	@Bean
	QueueClock queueClock() {
		return new QueueClock();
	}

	@Bean
	@ConditionalOnMissingBean
	ListenerServices queueListenerServices(@Qualifier(EXECUTOR) AsyncTaskExecutor handlers, QueueClock clock,
			ObjectProvider<QueueEvents> events, ObjectProvider<ObservationRegistry> observations) {
		return new ListenerServices(handlers, clock.executor(), events.getIfAvailable(() -> QueueEvents.NONE),
				observations.getIfAvailable(() -> ObservationRegistry.NOOP));
	}

	@Bean
	@ConditionalOnMissingBean
	QueueListenerContainers queueListenerContainers() {
		return new QueueListenerContainers();
	}

	@Bean
	QueueForwarders queueForwarders(WorkQueues queues, Bells bells, QueuePropertiesMapper properties) {
		QueueForwarders forwarders = new QueueForwarders();
		for (String from : properties.named()) {
			String to = properties.forwardTo(from);
			if (to != null && properties.autoStartup(from)) {
				forwarders.add(queues.forWorker(from), queues.get(to), bells.bell(from),
						properties.listener(from, null).pollInterval());
			}
		}
		return forwarders;
	}

	@Bean
	@ConditionalOnMissingBean
	ListenerRegistrar queueListenerRegistrar(WorkQueues queues, Bells bells, QueuePropertiesMapper properties,
			ListenerServices services, QueueListenerContainers containers) {
		return new ConfiguredListeners(queues, bells, properties, services, containers);
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	@ConditionalOnMissingBean
	static QueueListenerAnnotationBeanPostProcessor queueListenerAnnotationBeanPostProcessor(
			@Qualifier(QueueMessageConverterConfiguration.CONVERTER) ObjectProvider<MessageConverter> converter,
			ObjectProvider<ListenerRegistrar> registrar) {
		return new QueueListenerAnnotationBeanPostProcessor(converter::getObject, registrar::getObject);
	}

	@Bean
	@ConditionalOnMissingBean
	QueueCleaner queueCleaner(WorkQueues queues, QueuePropertiesMapper properties, ObjectProvider<QueueEvents> events) {
		return new QueueCleaner(queues, properties::cleaner, events.getIfAvailable(() -> QueueEvents.NONE),
				properties.named().isEmpty());
	}

	@Bean
	static LazyInitializationExcludeFilter queueLazyInitializationExcludeFilter() {
		return new ListenerBeansFilter();
	}

}
