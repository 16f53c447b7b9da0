package io.github.redisqueue.autoconfigure;

import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.autoconfigure.assembly.ConfiguredQueues;
import io.github.redisqueue.autoconfigure.connection.QueueConnections;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.metrics.QueueGauges;
import io.github.redisqueue.metrics.QueueMeters;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.messaging.converter.MessageConversionException;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.transaction.ReactiveTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;

class QueueAutoConfigurationTest {

	private final ApplicationContextRunner runner = QueueContexts.withoutRedis();

	@Test
	void nothingIsThereIfQueuesAreDisabled() {
		QueueContexts.metered(this.runner).withPropertyValues("redis-queue.enabled=false").run((context) -> {
			assertThat(context).hasNotFailed().hasSingleBean(RedisConnectionFactory.class);
			assertThat(context.getBeanDefinitionNames()).noneMatch((name) -> name.toLowerCase().contains("queue"));
		});
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void theStartIsLoggedOnce(CapturedOutput output) {
		LoggingSystem logging = LoggingSystem.get(getClass().getClassLoader());
		logging.setLogLevel(ConfiguredQueues.class.getName(), LogLevel.INFO);
		try {
			this.runner.withPropertyValues("redis-queue.key-prefix=shop:", "redis-queue.worker-id=one")
				.run((context) -> assertThat(output)
					.containsOnlyOnce("Redis Queue (development build), key prefix 'shop:', worker id 'one'"));
		}
		finally {
			logging.setLogLevel(ConfiguredQueues.class.getName(), null);
		}
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void theApplicationStartsThoughRedisIsAwayAndSaysWhatToDo(CapturedOutput output) {
		this.runner.withBean(QueueContexts.Listener.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBean(QueueListenerRegistry.class).all()).allMatch(QueueListenerContainer::isRunning)
				.hasSize(1);
			await().until(() -> output.getOut().contains("lease jobs from queue 'jobs'"));
			assertThat(output).contains("spring.data.redis").containsPattern("localhost\\S*:1\\b");
		});
	}

	@Nested
	class Without {

		@Test
		void micrometerThereAreNoMeters() {
			runner.withClassLoader(new FilteredClassLoader("io.micrometer.core"))
				.withBean(QueueContexts.Listener.class)
				.run((context) -> assertThat(context).hasNotFailed()
					.doesNotHaveBean("io.github.redisqueue.internal.events")
					.doesNotHaveBean("io.github.redisqueue.internal.gauges"));
		}

		@Test
		void aMeterRegistryThereAreNoMeters() {
			runner.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(QueueMeters.class)
				.doesNotHaveBean(QueueGauges.class));
		}

		@Test
		void actuatorAndWebItWorks() {
			QueueContexts.metered(runner)
				.withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate",
						"org.springframework.boot.health", "org.springframework.web"))
				.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(QueueMeters.class));
		}

		@Test
		void jacksonTextsAndBytesCanBeSent() {
			runner.withClassLoader(new FilteredClassLoader("tools.jackson")).run((context) -> {
				assertThat(context).hasNotFailed();
				MessageConverter converter = context.getBean("queueMessageConverter", MessageConverter.class);
				assertThat(converter.toMessage("x", null)).isNotNull();
				assertThatExceptionOfType(MessageConversionException.class)
					.isThrownBy(() -> context.getBean(QueueOperations.class).send("jobs", List.of()))
					.withMessageContaining("spring-boot-starter-jackson");
			});
		}

		@Test
		void lettuceTheApplicationsConnectionsAreUsed() {
			runner.withClassLoader(new FilteredClassLoader(RedisClient.class))
				.withPropertyValues("spring.data.redis.client-type=jedis")
				.run((context) -> {
					assertThat(context).hasNotFailed();
					assertThat(context.getBean(QueueConnections.class).factory())
						.isSameAs(context.getBean(RedisConnectionFactory.class));
				});
		}

	}

	@Nested
	class BesideTheApplicationsBeans {

		@Test
		void bootsExecutorIsStillTheOneThatIsInjected() {
			runner.withBean(NeedsExecutor.class)
				.run((context) -> assertThat(context.getBean(NeedsExecutor.class).executor())
					.isSameAs(context.getBean("applicationTaskExecutor")));
		}

		@Test
		void bootsSchedulerIsStillMade() {
			runner.withUserConfiguration(Scheduling.class)
				.run((context) -> assertThat(context).hasSingleBean(TaskScheduler.class));
		}

	}

	/** Of applications that stop sooner than their listeners may. */
	@Nested
	@ExtendWith(OutputCaptureExtension.class)
	class ShutdownTimeouts {

		private final ApplicationContextRunner runner = QueueAutoConfigurationTest.this.runner
			.withConfiguration(AutoConfigurations.of(LifecycleAutoConfiguration.class))
			.withPropertyValues("redis-queue.listener.auto-startup=false")
			.withBean("shop", Shop.class);

		@Test
		void areWarnedOfAtTheStartWithBothTimeouts(CapturedOutput output) {
			this.runner
				.withPropertyValues("redis-queue.queues.orders.listener.shutdown-timeout=40s",
						"redis-queue.queues.mails.listener.shutdown-timeout=30s")
				.run((context) -> assertThat(output)
					.contains("Listener 'shop.ship' on queue 'orders' waits up to 40000ms for running handlers when the"
							+ " application stops (redis-queue.listener.shutdown-timeout), but Spring waits only 30000ms"
							+ " (spring.lifecycle.timeout-per-shutdown-phase)")
					.doesNotContain("'mails'"));
		}

		@Test
		void areThoseWhoseApplicationSaysSo(CapturedOutput output) {
			this.runner.withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=5s")
				.run((context) -> assertThat(
						output.getOut().lines().filter((line) -> line.contains("waits up to 20000ms")))
					.as("once for both listeners")
					.singleElement()
					.asString()
					.contains("Spring waits only 5000ms"));
		}

	}

	/** Contexts whose parent has queues. */
	@Nested
	@RedisTest
	@ExtendWith(OutputCaptureExtension.class)
	class ContextsWithAParent {

		private final ApplicationContextRunner runner;

		ContextsWithAParent(TestRedis redis) {
			this.runner = QueueContexts.with(redis);
		}

		@Test
		void sendToTheirOwnQueuesWhateverTheParentSendsWith() {
			this.runner.withPropertyValues("redis-queue.key-prefix=parent")
				.withBean("own", QueueOperations.class, () -> mock(QueueOperations.class))
				.run((parent) -> this.runner.withParent(parent).withBean(Sender.class).run((child) -> {
					child.getBean(Sender.class).queues().send("jobs", "text");
					assertThat(child.getBean(WorkQueues.class).get("jobs").counts().ready()).isOne();
				}));
		}

		@Test
		void withHandlersButWithoutQueuesOfTheirOwnAreWarnedOf(CapturedOutput output) {
			this.runner.run((parent) -> {
				this.runner.withParent(parent).withBean("heard", QueueContexts.Listener.class).run((child) -> {
					assertThat(output).doesNotContain("nothing calls them");
					try (AnnotationConfigApplicationContext without = new AnnotationConfigApplicationContext()) {
						without.setParent(child);
						without.registerBean("unheard", QueueContexts.Listener.class);
						without.registerBean("other", String.class, "text");
						without.refresh();
					}
					assertThat(output.getOut().lines().filter((line) -> line.contains("nothing calls them")))
						.singleElement()
						.asString()
						.contains("WARN", "The beans [unheard] have methods for jobs");
				});
			});
		}

	}

	/** In applications with and without transactions of their own. */
	@Nested
	@ExtendWith(OutputCaptureExtension.class)
	class AfterCommit {

		private static final String NO_EFFECT = "redis-queue.template.after-commit has no effect";

		private final ApplicationContextRunner runner = QueueContexts.withoutRedis()
			.withPropertyValues("redis-queue.template.after-commit=true");

		@Test
		void isSaidToHaveNoEffectWithoutATransactionManager(CapturedOutput output) {
			this.runner.run((context) -> {
				assertThat(context).hasSingleBean(QueueOperations.class);
				assertThat(output).contains("WARN", NO_EFFECT
						+ ": the application has no PlatformTransactionManager, so its jobs are sent"
						+ " outside of transactions, that is at once. Remove the property, or add a transaction manager");
			});
		}

		@Test
		void isRefusedIfAllTransactionsAreReactive(CapturedOutput output) {
			assertThatException().isThrownBy(
					() -> SpringApplication.run(ReactiveApplication.class, "--redis-queue.template.after-commit=true")
						.close());
			FailureAnalysisTest.assertThatOutput(output,
					"redis-queue.template.after-commit is true, but the application has reactive transactions only: those of"
							+ " 'reactiveTransactions'.",
					"Set redis-queue.template.after-commit to false, or remove it, and send jobs when the reactive"
							+ " transaction has completed");
		}

		@Test
		void isAcceptedIfSomeTransactionsAreReactive(CapturedOutput output) {
			this.runner.withUserConfiguration(ReactiveApplication.class)
				.withBean(DataSourceTransactionManager.class,
						() -> new DataSourceTransactionManager(new DriverManagerDataSource("jdbc:h2:mem:unused")))
				.run((context) -> {
					assertThat(context).hasSingleBean(QueueOperations.class);
					assertThat(output).doesNotContain(NO_EFFECT);
				});
		}

		@Test
		void doesNotConcernApplicationsThatDoNotSetIt(CapturedOutput output) {
			QueueContexts.withoutRedis().withUserConfiguration(ReactiveApplication.class).run((context) -> {
				assertThat(context).hasSingleBean(QueueOperations.class);
				assertThat(output).doesNotContain(NO_EFFECT);
			});
		}

	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	@EnabledForJreRange(min = JRE.JAVA_21)
	void handlersRunOnVirtualThreadsIfTheApplicationDoes(boolean virtual) {
		this.runner.withPropertyValues("spring.threads.virtual.enabled=" + virtual).run((context) -> {
			String group = context.getBean("queueListenerTaskExecutor", AsyncTaskExecutor.class)
				.submit(() -> Thread.currentThread().getThreadGroup().getName())
				.get(10, TimeUnit.SECONDS);
			assertThat(group.equals("VirtualThreads")).isEqualTo(virtual);
		});
	}

	@Test
	void listenersListenAlsoWhereBeansAreLazy() {
		this.runner.withBean(QueueContexts.Listener.class)
			.withBean(LazyInitializationBeanFactoryPostProcessor.class)
			.run((context) -> {
				assertThat(context.getBeanFactory().containsSingleton("io.github.redisqueue.internal.cleaner"))
					.isTrue();
				assertThat(context.getBean(QueueListenerRegistry.class).all()).hasSize(1);
			});
	}

	record NeedsExecutor(TaskExecutor executor) {

	}

	@EnableScheduling
	static class Scheduling {

	}

	static class Shop {

		@QueueListener("orders")
		void ship(String order) {
		}

		@QueueListener("mails")
		void mail(String order) {
		}

	}

	record Sender(QueueOperations queues) {

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ JacksonAutoConfiguration.class, DataRedisAutoConfiguration.class,
			QueueAutoConfiguration.class })
	static class ReactiveApplication {

		@Bean
		ReactiveTransactionManager reactiveTransactions() {
			return mock(ReactiveTransactionManager.class);
		}

	}

}
