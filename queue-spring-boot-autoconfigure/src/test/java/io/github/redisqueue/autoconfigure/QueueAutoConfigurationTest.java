package io.github.redisqueue.autoconfigure;

import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.autoconfigure.assembly.ConfiguredQueues;
import io.github.redisqueue.autoconfigure.connection.QueueConnections;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.metrics.QueueGauges;
import io.github.redisqueue.metrics.QueueMeters;
import io.github.redisqueue.template.QueueOperations;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.messaging.converter.MessageConversionException;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.EnableScheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

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

		private final ApplicationContextRunner runner = QueueAutoConfigurationTest.this.runner;

		@Test
		void micrometerThereAreNoMeters() {
			this.runner.withClassLoader(new FilteredClassLoader("io.micrometer.core"))
				.withBean(QueueContexts.Listener.class)
				.run((context) -> assertThat(context).hasNotFailed()
					.doesNotHaveBean("io.github.redisqueue.internal.events")
					.doesNotHaveBean("io.github.redisqueue.internal.gauges"));
		}

		@Test
		void aMeterRegistryThereAreNoMeters() {
			this.runner.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(QueueMeters.class)
				.doesNotHaveBean(QueueGauges.class));
		}

		@Test
		void actuatorAndWebItWorks() {
			QueueContexts.metered(this.runner)
				.withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate",
						"org.springframework.boot.health", "org.springframework.web"))
				.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(QueueMeters.class));
		}

		@Test
		void jacksonTextsAndBytesCanBeSent() {
			this.runner.withClassLoader(new FilteredClassLoader("tools.jackson")).run((context) -> {
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
			this.runner.withClassLoader(new FilteredClassLoader(RedisClient.class))
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

		private final ApplicationContextRunner runner = QueueAutoConfigurationTest.this.runner;

		@Test
		void bootsExecutorIsStillTheOneThatIsInjected() {
			this.runner.withBean(NeedsExecutor.class)
				.run((context) -> assertThat(context.getBean(NeedsExecutor.class).executor())
					.isSameAs(context.getBean("applicationTaskExecutor")));
		}

		@Test
		void bootsSchedulerIsStillMade() {
			this.runner.withUserConfiguration(Scheduling.class)
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
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
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

}
