package io.github.redisqueue.autoconfigure;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.algorithm.queue.JobChecks;
import io.github.redisqueue.annotation.QueueMessageConverter;
import io.github.redisqueue.annotation.method.DeadLetterHandlerAnnotationBeanPostProcessor;
import io.github.redisqueue.annotation.method.HandlerSupport;
import io.github.redisqueue.annotation.method.QueueListenerAnnotationBeanPostProcessor;
import io.github.redisqueue.annotation.method.QueueScheduleAnnotationBeanPostProcessor;
import io.github.redisqueue.autoconfigure.assembly.ConfiguredListeners;
import io.github.redisqueue.autoconfigure.assembly.ConfiguredQueues;
import io.github.redisqueue.autoconfigure.assembly.ConfiguredSchedules;
import io.github.redisqueue.autoconfigure.assembly.InstanceAnnouncements;
import io.github.redisqueue.autoconfigure.connection.QueueConnections;
import io.github.redisqueue.autoconfigure.health.EvictionCheck;
import io.github.redisqueue.autoconfigure.properties.QueueProperties;
import io.github.redisqueue.autoconfigure.properties.QueuePropertiesMapper;
import io.github.redisqueue.background.ApplicationThreads;
import io.github.redisqueue.bell.Bells;
import io.github.redisqueue.cleaner.QueueCleaner;
import io.github.redisqueue.instance.Instances;
import io.github.redisqueue.listener.BuriedJobNotifier;
import io.github.redisqueue.listener.DecoratedCalls;
import io.github.redisqueue.listener.HandlerInterceptor;
import io.github.redisqueue.listener.JobErrorHandler;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.listener.run.ListenerServices;
import io.github.redisqueue.listener.run.ListenerServices.HandlerExtensions;
import io.github.redisqueue.metrics.QueueEvents;
import io.github.redisqueue.observation.JobHandleObservationConvention;
import io.github.redisqueue.observation.JobSendObservationConvention;
import io.github.redisqueue.observation.QueueObservations;
import io.github.redisqueue.scheduling.SchedulePlanner;
import io.github.redisqueue.scheduling.ScheduleStates;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.QueueTemplate;
import io.micrometer.observation.ObservationRegistry;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.autoconfigure.context.LifecycleProperties;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.boot.thread.Threading;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.validation.Validator;

/**
 * Auto-configuration for work queues on Redis. Applications may replace the beans that
 * docs/reference.md lists as extension points. All other beans are internal: their names
 * begin with a package name, so that they do not collide with names that applications
 * use.
 */
@AutoConfiguration(after = { DataRedisAutoConfiguration.class, TaskExecutionAutoConfiguration.class },
		afterName = { "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
				"org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration" })
@Conditional(ValidSwitches.class)
@ConditionalOnBooleanProperty(name = "redis-queue.enabled", matchIfMissing = true)
@EnableConfigurationProperties(QueueProperties.class)
@Import({ QueueConnectionsConfiguration.class, QueueMessageConverterConfiguration.class, QueueJsonConfiguration.class })
public final class QueueAutoConfiguration {

	/** Runs handlers. Applications may replace it. */
	private static final String EXECUTOR = "queueListenerTaskExecutor";

	private static final String AFTER_COMMIT = "redis-queue.template.after-commit";

	private static final Log logger = LogFactory.getLog(QueueAutoConfiguration.class);

	QueueAutoConfiguration() {
	}

	@Bean(Internal.PREFIX + "properties")
	QueuePropertiesMapper properties(QueueProperties properties, ConfigurableEnvironment environment) {
		return new QueuePropertiesMapper(properties, environment).validated();
	}

	@Bean("io.github.redisqueue.workQueues")
	ConfiguredQueues workQueues(QueuePropertiesMapper properties, QueueConnections connections,
			@Internal ScriptRunner scripts, @Internal ObjectProvider<QueueListenerRegistry> containers,
			EvictionCheck eviction) {
		if (connections.cluster()) {
			properties.validateForCluster();
		}
		return new ConfiguredQueues(properties, scripts, containers::getObject, eviction::refresh);
	}

	@Bean(Internal.PREFIX + "evictionCheck")
	EvictionCheck evictionCheck(QueueConnections connections, @Internal ApplicationThreads threads) {
		return new EvictionCheck(connections.factory(), threads.health());
	}

	/** The threads that all queues and listeners share. */
	@Internal
	@Bean(name = Internal.PREFIX + "threads", defaultCandidate = false)
	ApplicationThreads threads() {
		return new ApplicationThreads();
	}

	@Internal
	@Bean(name = Internal.PREFIX + "scripts", defaultCandidate = false)
	ScriptRunner scripts(QueueConnections connections, @Internal ApplicationThreads threads) {
		return connections.scripts(threads);
	}

	@Internal
	@Bean(name = Internal.PREFIX + "bells", defaultCandidate = false)
	Bells bells(QueuePropertiesMapper properties, QueueConnections connections, @Internal ScriptRunner scripts,
			@Internal ApplicationThreads threads) {
		Bells bells = new Bells(() -> connections.bells(threads), scripts, threads.scheduler(), properties.keyPrefix(),
				connections.longestWait());
		scripts.offerTo(bells::offer);
		return bells;
	}

	@Bean(name = Internal.PREFIX + "connectionsLifecycle", autowireCandidate = false)
	QueueConnections.Lifecycle connectionsLifecycle(QueueConnections connections, @Internal Bells bells) {
		return new QueueConnections.Lifecycle(connections, bells);
	}

	@Internal
	@Bean(name = Internal.PREFIX + "observations", defaultCandidate = false)
	QueueObservations observations(ObjectProvider<ObservationRegistry> registry,
			ObjectProvider<JobSendObservationConvention> send, ObjectProvider<JobHandleObservationConvention> handle) {
		return new QueueObservations(registry.getIfAvailable(() -> ObservationRegistry.NOOP), send.getIfAvailable(),
				handle.getIfAvailable());
	}

	/** That of a parent context has other properties. */
	@Bean("io.github.redisqueue.template")
	@Primary
	@ConditionalOnMissingBean(value = QueueOperations.class, search = SearchStrategy.CURRENT)
	QueueTemplate template(ConfiguredQueues queues, @QueueMessageConverter MessageConverter converter,
			@Internal QueueObservations observations, QueuePropertiesMapper properties, ListableBeanFactory beans) {
		if (properties.afterCommit()) {
			checkTransactions(beans);
		}
		return new QueueTemplate(queues, converter, properties.types(), observations, properties.afterCommit(),
				(queue, job) -> JobChecks.check(queue, properties.queue(queue), List.of(job)));
	}

	/**
	 * Refuses an application whose transactions are all reactive. One without any may
	 * share its configuration with others, as tests of a part of an application do, so
	 * that is only logged.
	 */
	private static void checkTransactions(ListableBeanFactory beans) {
		if (namesOf(PlatformTransactionManager.class, beans).length > 0) {
			return;
		}
		String[] reactive = namesOf(ReactiveTransactionManager.class, beans);
		if (reactive.length > 0) {
			throw new FailureAnalyzedException(AFTER_COMMIT
					+ " is true, but the application has reactive transactions only: those of '"
					+ String.join("', '", reactive)
					+ "'. Sending is blocking, and knows only the transactions of a PlatformTransactionManager.",
					"Set " + AFTER_COMMIT
							+ " to false, or remove it, and send jobs when the reactive transaction has completed:"
							+ " transactionalOperator.transactional(work).doOnSuccess(...) on a scheduler for blocking calls.");
		}
		logger.warn(AFTER_COMMIT
				+ " has no effect: the application has no PlatformTransactionManager, so its jobs are sent"
				+ " outside of transactions, that is at once. Remove the property, or add a transaction manager");
	}

	private static String[] namesOf(Class<?> type, ListableBeanFactory beans) {
		return BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type, true, false);
	}

	/** Listeners share its threads: each occupies as many as it has work for. */
	@Bean(name = EXECUTOR, defaultCandidate = false)
	@ConditionalOnMissingBean(name = EXECUTOR)
	ThreadPoolTaskExecutor queueListenerTaskExecutor(Environment environment) {
		ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
		executor.setThreadNamePrefix("queue-handler-");
		executor.setVirtualThreads(Threading.VIRTUAL.isActive(environment));
		executor.setCorePoolSize(0);
		executor.setQueueCapacity(0);
		// It neither waits for a handler that outlives its listener, nor interrupts it.
		executor.setWaitForTasksToCompleteOnShutdown(true);
		return executor;
	}

	/** Applications may look it up. */
	@Internal
	@Bean("io.github.redisqueue.listenerContainers")
	QueueListenerRegistry listenerContainers() {
		return new QueueListenerRegistry();
	}

	@Internal
	@Bean(name = Internal.PREFIX + "listenerServices", defaultCandidate = false)
	ListenerServices listenerServices(@Qualifier(EXECUTOR) AsyncTaskExecutor handlers,
			@Internal ApplicationThreads threads, @Qualifier(Internal.EVENTS) ObjectProvider<QueueEvents> events,
			@Internal QueueObservations observations, QueuePropertiesMapper properties,
			@Internal HandlerExtensions extensions) {
		return new ListenerServices(handlers, threads, events.getIfAvailable(() -> QueueEvents.NONE), observations,
				properties.prefetchMemory().toBytes(), extensions);
	}

	@Internal
	@Bean(name = Internal.PREFIX + "handlerExtensions", defaultCandidate = false)
	HandlerExtensions handlerExtensions(ObjectProvider<HandlerInterceptor> interceptors,
			ObjectProvider<TaskDecorator> decorators, ObjectProvider<JobErrorHandler> errorHandlers,
			@Internal BuriedJobNotifier burials, ListableBeanFactory beans) {
		JobErrorHandler general = errorHandlers.getIfUnique();
		if (general == null && errorHandlers.stream().count() > 1) {
			logger.warn("There are several beans of type JobErrorHandler, of which none is primary: "
					+ String.join(", ", beans.getBeanNamesForType(JobErrorHandler.class, true, false))
					+ ". So none decides about failures of listeners that name none in their attribute errorHandler."
					+ " Annotate the one for them with @Primary, or those for others with @Bean(defaultCandidate = false)");
		}
		return new HandlerExtensions(
				Stream.concat(decorators.orderedStream().map(DecoratedCalls::new), interceptors.orderedStream())
					.toList(),
				general, burials);
	}

	@Internal
	@Bean(name = Internal.PREFIX + "burials", defaultCandidate = false)
	BuriedJobNotifier burials(ApplicationEventPublisher publisher, ConfiguredQueues queues) {
		return new BuriedJobNotifier(publisher,
				() -> queues.all().stream().map(WorkQueue::name).collect(Collectors.toUnmodifiableSet()));
	}

	@Bean("io.github.redisqueue.listenerContainerFactory")
	ConfiguredListeners listeners(ConfiguredQueues queues, @Internal Bells bells, QueuePropertiesMapper properties,
			@Internal QueueListenerRegistry containers, @Internal ListenerServices services,
			ObjectProvider<LifecycleProperties> lifecycle) {
		LifecycleProperties stopping = lifecycle.getIfAvailable();
		ConfiguredListeners listeners = new ConfiguredListeners(queues, bells, properties, containers, services,
				(stopping != null) ? stopping.getTimeoutPerShutdownPhase() : null);
		listeners.addForwarding();
		return listeners;
	}

	@Bean(name = Internal.PREFIX + "listenerAnnotationBeanPostProcessor", autowireCandidate = false)
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static QueueListenerAnnotationBeanPostProcessor listenerAnnotationBeanPostProcessor(
			@Internal ObjectProvider<HandlerSupport> support, ObjectProvider<ConfiguredListeners> listeners) {
		return new QueueListenerAnnotationBeanPostProcessor(support::getObject, (listener) -> {
			UndecidedConverter.check(support.getObject().converter(), listener);
			listeners.getObject().register(listener);
		});
	}

	@Bean(name = Internal.PREFIX + "deadLetterAnnotationBeanPostProcessor", autowireCandidate = false)
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static DeadLetterHandlerAnnotationBeanPostProcessor deadLetterAnnotationBeanPostProcessor(
			@Internal ObjectProvider<HandlerSupport> support, @Internal ObjectProvider<BuriedJobNotifier> burials) {
		return new DeadLetterHandlerAnnotationBeanPostProcessor(support::getObject, burials::getObject);
	}

	@Internal
	@Bean(name = Internal.PREFIX + "handlerSupport", defaultCandidate = false)
	HandlerSupport handlerSupport(@QueueMessageConverter MessageConverter converter,
			ObjectProvider<Validator> validator, QueuePropertiesMapper properties) {
		return new HandlerSupport(converter, validator.getIfUnique(), validator.stream().count() > 1,
				properties.types());
	}

	@Internal
	@Bean(name = Internal.PREFIX + "cleaner", defaultCandidate = false)
	QueueCleaner cleaner(ConfiguredQueues queues, QueuePropertiesMapper properties,
			@Qualifier(Internal.EVENTS) ObjectProvider<QueueEvents> events, @Internal ApplicationThreads threads,
			@Internal BuriedJobNotifier burials) {
		return new QueueCleaner(queues, properties::cleaner, events.getIfAvailable(() -> QueueEvents.NONE), threads,
				burials, properties.named().isEmpty());
	}

	@Internal
	@Bean(name = Internal.PREFIX + "instances", defaultCandidate = false)
	Instances instances(QueuePropertiesMapper properties, @Internal ScriptRunner scripts) {
		return new Instances(properties.keyPrefix(), scripts);
	}

	@Bean(name = Internal.PREFIX + "instanceAnnouncements", autowireCandidate = false)
	InstanceAnnouncements instanceAnnouncements(@Internal Instances instances, QueuePropertiesMapper properties,
			@Internal QueueListenerRegistry containers, @Internal ApplicationThreads threads) {
		return new InstanceAnnouncements(instances, properties.workerId(), containers, threads);
	}

	@Bean(name = Internal.PREFIX + "scheduleAnnotationBeanPostProcessor", autowireCandidate = false)
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static QueueScheduleAnnotationBeanPostProcessor scheduleAnnotationBeanPostProcessor(
			ObjectProvider<ConfiguredSchedules> schedules) {
		return new QueueScheduleAnnotationBeanPostProcessor((schedule) -> schedules.getObject().register(schedule));
	}

	@Bean(Internal.PREFIX + "schedules")
	ConfiguredSchedules schedules(ConfiguredQueues queues, QueuePropertiesMapper properties,
			@QueueMessageConverter MessageConverter converter) {
		return new ConfiguredSchedules(queues, properties, converter);
	}

	@Internal
	@Bean(name = Internal.PREFIX + "scheduleStates", defaultCandidate = false)
	ScheduleStates scheduleStates() {
		return new ScheduleStates();
	}

	/**
	 * A queue that this application only sends to is planned, too, if it is cleaned: an
	 * application that is not to clean may lack the permissions.
	 */
	@Bean(name = Internal.PREFIX + "schedulePlanner", autowireCandidate = false)
	SchedulePlanner schedulePlanner(ConfiguredQueues queues, QueuePropertiesMapper properties,
			@Internal QueueListenerRegistry listeners, ConfiguredSchedules schedules, @Internal ScheduleStates states,
			@Internal ApplicationThreads threads) {
		return new SchedulePlanner(queues,
				(queue) -> properties.cleaner(queue).enabled() || !listeners.of(queue).isEmpty(), schedules::all,
				states, threads);
	}

	@Bean(name = Internal.PREFIX + "unheardHandlers", autowireCandidate = false)
	static UnheardHandlers unheardHandlers() {
		return new UnheardHandlers();
	}

	/** By a method: it is created before Spring passes arguments to constructors. */
	@Bean(Internal.PREFIX + "lazyInitializationExcludeFilter")
	static LazyInitializationExcludeFilter lazyInitializationExcludeFilter(ConfigurableBeanFactory beans) {
		return new ListenerBeansFilter(beans);
	}

}
