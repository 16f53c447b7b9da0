package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.annotation.QueueListenerAnnotationBeanPostProcessor;
import io.github.redisqueue.background.ApplicationThreads;
import io.github.redisqueue.bell.Bells;
import io.github.redisqueue.cleaner.QueueCleaner;
import io.github.redisqueue.listener.ListenerServices;
import io.github.redisqueue.listener.QueueForwarders;
import io.github.redisqueue.listener.QueueListenerRegistry;
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
import org.springframework.boot.autoconfigure.context.LifecycleProperties;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.thread.Threading;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.messaging.converter.MessageConverter;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for work queues on Redis.
 * Applications may replace the beans that the README lists as extension points. All other
 * beans are internal: their names begin with a package name, so that they do not collide
 * with names that applications use.
 */
@AutoConfiguration(after = { DataRedisAutoConfiguration.class, TaskExecutionAutoConfiguration.class },
		afterName = { "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
				"org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration" })
@Conditional(ValidSwitches.class)
@ConditionalOnBooleanProperty(name = "redis-queue.enabled", matchIfMissing = true)
@EnableConfigurationProperties(QueueProperties.class)
@Import({ QueueConnectionsConfiguration.class, QueueMessageConverterConfiguration.class })
public final class QueueAutoConfiguration {

	/** Prefix of the names of beans that applications do not use. */
	static final String INTERNAL = "io.github.redisqueue.internal.";

	/** Name of the bean that is notified of events in queues, if there is one. */
	static final String EVENTS = INTERNAL + "events";

	private static final String BELLS = INTERNAL + "bells";

	/** Name of the bean with the threads that all queues and listeners share. */
	static final String THREADS = INTERNAL + "threads";

	private static final String SCRIPTS = INTERNAL + "scripts";

	private static final String SERVICES = INTERNAL + "listenerServices";

	private static final String CONTAINERS = "io.github.redisqueue.listenerContainers";

	private static final String EXECUTOR = "queueListenerTaskExecutor";

	/**
	 * Creates the auto-configuration. Called by Spring.
	 */
	public QueueAutoConfiguration() {
	}

	@Bean(INTERNAL + "properties")
	QueuePropertiesMapper properties(QueueProperties properties) {
		return new QueuePropertiesMapper(properties).validated();
	}

	@Bean("io.github.redisqueue.workQueues")
	ConfiguredQueues workQueues(QueuePropertiesMapper properties, QueueConnections connections,
			@Qualifier(SCRIPTS) ScriptRunner scripts, @Qualifier(THREADS) ApplicationThreads threads) {
		if (connections.cluster()) {
			properties.validateForCluster();
		}
		EvictionCheck eviction = new EvictionCheck(connections.factory());
		return new ConfiguredQueues(properties, scripts, () -> threads.connector().execute(eviction));
	}

	/** The threads that all queues and listeners share. */
	@Bean(name = THREADS, defaultCandidate = false)
	ApplicationThreads threads() {
		return new ApplicationThreads();
	}

	@Bean(name = SCRIPTS, defaultCandidate = false)
	ScriptRunner scripts(QueueConnections connections, @Qualifier(THREADS) ApplicationThreads threads) {
		return connections.scripts(threads);
	}

	@Bean(name = BELLS, defaultCandidate = false)
	Bells bells(QueuePropertiesMapper properties, QueueConnections connections,
			@Qualifier(SCRIPTS) ScriptRunner scripts, @Qualifier(THREADS) ApplicationThreads threads) {
		return new Bells(connections.bells(threads), scripts, threads.scheduler(), properties.keyPrefix(),
				connections.longestWait());
	}

	@Bean("io.github.redisqueue.template")
	@ConditionalOnMissingBean(QueueOperations.class)
	QueueTemplate template(ConfiguredQueues queues,
			@Qualifier(QueueMessageConverterConfiguration.CONVERTER) MessageConverter converter) {
		return new QueueTemplate(queues, converter);
	}

	/**
	 * Each listener occupies up to as many threads as its concurrency while it has work.
	 */
	@Bean(name = EXECUTOR, defaultCandidate = false)
	@ConditionalOnMissingBean(name = EXECUTOR)
	SimpleAsyncTaskExecutor queueListenerTaskExecutor(Environment environment) {
		SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor("queue-handler-");
		executor.setVirtualThreads(Threading.VIRTUAL.isActive(environment));
		return executor;
	}

	@Bean(CONTAINERS)
	QueueListenerRegistry listenerContainers() {
		return new QueueListenerRegistry();
	}

	@Bean(name = SERVICES, defaultCandidate = false)
	ListenerServices listenerServices(@Qualifier(EXECUTOR) AsyncTaskExecutor handlers,
			@Qualifier(THREADS) ApplicationThreads threads, @Qualifier(EVENTS) ObjectProvider<QueueEvents> events,
			ObjectProvider<ObservationRegistry> observations, QueuePropertiesMapper properties) {
		return new ListenerServices(handlers, threads, events.getIfAvailable(() -> QueueEvents.NONE),
				observations.getIfAvailable(() -> ObservationRegistry.NOOP), properties.prefetchMemory().toBytes());
	}

	@Bean(INTERNAL + "listeners")
	ConfiguredListeners listeners(ConfiguredQueues queues, @Qualifier(BELLS) Bells bells,
			QueuePropertiesMapper properties, @Qualifier(CONTAINERS) QueueListenerRegistry containers,
			@Qualifier(SERVICES) ListenerServices services, ObjectProvider<LifecycleProperties> lifecycle) {
		LifecycleProperties stopping = lifecycle.getIfAvailable();
		return new ConfiguredListeners(queues, bells, properties, containers, services,
				(stopping != null) ? stopping.getTimeoutPerShutdownPhase() : null);
	}

	@Bean(name = INTERNAL + "forwarders", autowireCandidate = false)
	QueueForwarders forwarders(ConfiguredQueues queues, @Qualifier(BELLS) Bells bells, QueuePropertiesMapper properties,
			@Qualifier(SERVICES) ListenerServices services) {
		QueueForwarders forwarders = new QueueForwarders(services);
		for (String from : properties.named()) {
			String to = properties.forwardTo(from);
			if (to != null && properties.autoStartup(from)) {
				forwarders.add(queues.forWorker(from), queues.get(to), bells.bell(from),
						properties.listener(from).pollInterval());
			}
		}
		return forwarders;
	}

	@Bean(name = INTERNAL + "listenerAnnotationBeanPostProcessor", autowireCandidate = false)
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static QueueListenerAnnotationBeanPostProcessor listenerAnnotationBeanPostProcessor(
			@Qualifier(QueueMessageConverterConfiguration.CONVERTER) ObjectProvider<MessageConverter> converter,
			ObjectProvider<ConfiguredListeners> listeners) {
		return new QueueListenerAnnotationBeanPostProcessor(converter::getObject, listeners::getObject);
	}

	@Bean(name = INTERNAL + "cleaner", autowireCandidate = false)
	QueueCleaner cleaner(ConfiguredQueues queues, QueuePropertiesMapper properties,
			@Qualifier(EVENTS) ObjectProvider<QueueEvents> events, @Qualifier(THREADS) ApplicationThreads threads) {
		return new QueueCleaner(queues, properties::cleaner, events.getIfAvailable(() -> QueueEvents.NONE), threads,
				properties.named().isEmpty());
	}

	@Bean(INTERNAL + "lazyInitializationExcludeFilter")
	static LazyInitializationExcludeFilter lazyInitializationExcludeFilter() {
		return new ListenerBeansFilter();
	}

}
