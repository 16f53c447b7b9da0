package io.github.redisqueue.autoconfigure;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.annotation.ListenerRegistrar;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.annotation.QueueListenerAnnotationBeanPostProcessor;
import io.github.redisqueue.bell.Bells;
import io.github.redisqueue.cleaner.QueueCleaner;
import io.github.redisqueue.listener.ListenerServices;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerContainers;
import io.github.redisqueue.metrics.QueueEvents;
import io.github.redisqueue.metrics.QueueGauges;
import io.github.redisqueue.metrics.QueueMeters;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.QueueTemplate;
import io.github.redisqueue.template.Sent;
import io.lettuce.core.RedisClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.messaging.converter.ByteArrayMessageConverter;
import org.springframework.messaging.converter.MessageConversionException;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.converter.SimpleMessageConverter;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.EnableScheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class QueueAutoConfigurationTest {

	private final ApplicationContextRunner runner = QueueContexts.withoutRedis();

	@Test
	void anApplicationHasAllThatItNeedsToSendAndListen() {
		this.runner.run((context) -> assertThat(context).hasNotFailed()
			.hasSingleBean(WorkQueues.class)
			.hasSingleBean(QueueTemplate.class)
			.hasSingleBean(Bells.class)
			.hasSingleBean(QueueListenerContainers.class)
			.hasSingleBean(QueueListenerAnnotationBeanPostProcessor.class)
			.hasSingleBean(QueueCleaner.class)
			.hasBean("queueListenerTaskExecutor")
			.hasBean("queueMessageConverter"));
	}

	@Test
	void nothingIsThereIfQueuesAreDisabled() {
		QueueContexts.metered(this.runner).withPropertyValues("queue.enabled=false").run((context) -> {
			assertThat(context).hasNotFailed().hasSingleBean(RedisConnectionFactory.class);
			assertThat(context.getBeanDefinitionNames()).noneMatch((name) -> name.toLowerCase().contains("queue"));
		});
	}

	@Test
	void theApplicationStartsThoughRedisIsAway() {
		this.runner.withBean(Listener.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBean(QueueListenerContainers.class).all()).allMatch(QueueListenerContainer::isRunning)
				.hasSize(1);
		});
	}

	@Nested
	class TheApplicationsOwn {

		private final ApplicationContextRunner runner = QueueAutoConfigurationTest.this.runner;

		@Test
		void queuesCount() {
			assertBacksOff(WorkQueues.class, new NoQueues());
		}

		@Test
		void bellsCount() {
			assertBacksOff(Bells.class, new Bells(new LettuceConnectionFactory(), "", Duration.ofSeconds(1)));
		}

		@Test
		void operationsCount() {
			assertBacksOff(QueueOperations.class, new NoOperations());
		}

		@Test
		void containersCount() {
			assertBacksOff(QueueListenerContainers.class, new QueueListenerContainers());
		}

		@Test
		void registrarCounts() {
			ListenerRegistrar own = (definition) -> {
			};
			assertBacksOff(ListenerRegistrar.class, own);
		}

		@Test
		void cleanerCounts() {
			QueueCleaner own = new QueueCleaner(new NoQueues(), (name) -> {
				throw new IllegalStateException();
			}, QueueEvents.NONE, true);
			assertBacksOff(QueueCleaner.class, own);
		}

		@Test
		void eventsCount() {
			QueueEvents own = new QueueEvents() {
			};
			QueueContexts.metered(this.runner).withBean(QueueEvents.class, () -> own).run((context) -> {
				assertThat(context.getBean(QueueEvents.class)).isSameAs(own);
				assertThat(context.getBean(ListenerServices.class).events()).isSameAs(own);
			});
		}

		@Test
		void gaugesCount() {
			QueueGauges own = new QueueGauges(new NoQueues(), (name) -> {
				throw new IllegalStateException();
			});
			QueueContexts.metered(this.runner)
				.withBean(QueueGauges.class, () -> own)
				.run((context) -> assertThat(context.getBean(QueueGauges.class)).isSameAs(own));
		}

		@Test
		void executorCounts() {
			SimpleAsyncTaskExecutor own = new SimpleAsyncTaskExecutor();
			this.runner.withBean("queueListenerTaskExecutor", AsyncTaskExecutor.class, () -> own)
				.run((context) -> assertThat(context.getBean(ListenerServices.class).handlers()).isSameAs(own));
		}

		@Test
		void converterCounts() {
			MessageConverter own = new ByteArrayMessageConverter();
			this.runner.withBean("queueMessageConverter", MessageConverter.class, () -> own)
				.run((context) -> assertThat(context.getBean("queueMessageConverter")).isSameAs(own));
		}

		@Test
		void otherConvertersDoNot() {
			this.runner.withBean("brokerMessageConverter", MessageConverter.class, SimpleMessageConverter::new)
				.withBean(NeedsConverter.class)
				.run((context) -> {
					assertThat(context).hasNotFailed().hasBean("queueMessageConverter");
					assertThat(context.getBean(NeedsConverter.class).converter())
						.isSameAs(context.getBean("brokerMessageConverter"));
				});
		}

		@Test
		void observationRegistryCounts() {
			ObservationRegistry own = ObservationRegistry.create();
			this.runner.withBean(ObservationRegistry.class, () -> own)
				.run((context) -> assertThat(context.getBean(ListenerServices.class).observations()).isSameAs(own));
		}

		private <T> void assertBacksOff(Class<T> type, T own) {
			this.runner.withBean("own", type, () -> own).run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean(type)).isSameAs(own);
			});
		}

	}

	@Nested
	class Without {

		private final ApplicationContextRunner runner = QueueAutoConfigurationTest.this.runner;

		@Test
		void micrometerThereAreNoMeters() {
			this.runner.withClassLoader(new FilteredClassLoader("io.micrometer.core"))
				.withBean(Listener.class)
				.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean("queueMeters"));
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

		@Test
		void thereIsOneConnectionFactory() {
			this.runner.run((context) -> assertThat(context).hasSingleBean(RedisConnectionFactory.class));
		}

		@Test
		void thereIsOneJsonMapper() {
			this.runner.run((context) -> assertThat(context).hasSingleBean(JsonMapper.class));
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
		this.runner.withBean(Listener.class)
			.withInitializer(
					(context) -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
			.run((context) -> {
				assertThat(context.getBeanFactory().containsSingleton("queueCleaner")).isTrue();
				assertThat(context.getBean(QueueListenerContainers.class).all()).hasSize(1);
			});
	}

	@Test
	void queuesWithPropertiesAreKnownFromTheBeginning() {
		this.runner.withPropertyValues("queue.queues.orders.lease-time=10s", "queue.queues.mails.lease-time=20s")
			.run((context) -> assertThat(context.getBean(WorkQueues.class).all()).extracting(WorkQueue::name)
				.containsExactlyInAnyOrder("orders", "mails"));
	}

	static class Listener {

		@QueueListener("jobs")
		void handle(String text) {
		}

	}

	record NeedsExecutor(TaskExecutor executor) {

	}

	record NeedsConverter(MessageConverter converter) {

	}

	@EnableScheduling
	static class Scheduling {

	}

	private static final class NoQueues implements WorkQueues {

		@Override
		public WorkQueue get(String name) {
			throw new UnsupportedOperationException();
		}

		@Override
		public Collection<WorkQueue> all() {
			return List.of();
		}

		@Override
		public void each(Consumer<WorkQueue> listener) {
		}

	}

	private static final class NoOperations implements QueueOperations {

		@Override
		public Sent send(String queue, Object payload) {
			throw new UnsupportedOperationException();
		}

		@Override
		public List<Sent> sendAll(String queue, Collection<?> payloads) {
			throw new UnsupportedOperationException();
		}

	}

}
