package io.github.redisqueue.autoconfigure;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.background.ApplicationThreads;
import io.github.redisqueue.bell.Bells;
import io.github.redisqueue.bell.BlockingBellReader;
import io.github.redisqueue.cleaner.QueueCleaner;
import io.github.redisqueue.listener.BuriedJobNotifier;
import io.github.redisqueue.listener.run.ListenerServices;
import io.github.redisqueue.listener.run.ListenerServices.HandlerExtensions;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.metrics.QueueEvents;
import io.github.redisqueue.metrics.QueueGauges;
import io.github.redisqueue.metrics.QueueMeters;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * The beans that an application has no part in.
 */
class InternalBeansTest {

	private final ApplicationContextRunner runner = QueueContexts.metered(QueueContexts.withoutRedis());

	@Test
	void haveNamesThatNoApplicationUses() {
		this.runner.run((context) -> {
			ConfigurableListableBeanFactory beans = context.getBeanFactory();
			assertThat(Arrays.stream(beans.getBeanDefinitionNames()).filter((name) -> isOurs(beans, name)))
				.hasSizeGreaterThan(10)
				.allMatch((name) -> name.startsWith("io.github.redisqueue.")
						|| List.of("queueMessageConverter", "queueListenerTaskExecutor").contains(name));
		});
	}

	private static boolean isOurs(ConfigurableListableBeanFactory beans, String name) {
		String resource = beans.getBeanDefinition(name).getResourceDescription();
		return resource != null && resource.contains("redisqueue");
	}

	@ParameterizedTest
	@ValueSource(strings = { "queueClock", "queueCleaner", "queueTemplate", "queueConnections", "queueBells",
			"queueListeners", "queueListenerContainers", "queueListenerRegistrar", "queueListenerServices",
			"queueListenerAnnotationBeanPostProcessor", "queueMeters", "queueGauges", "queueEvents", "queueProperties",
			"queuePropertiesMapper", "queueLazyInitializationExcludeFilter", "workQueues", "redisQueueTemplate",
			"redisQueueListenerContainers" })
	void leaveTheirSimpleNamesToTheApplication(String name) {
		this.runner.withBean(name, String.class, () -> "own").withBean(QueueContexts.Listener.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(context.getBean(name)).isEqualTo("own");
			assertThat(context.getBean(QueueListenerRegistry.class).all()).hasSize(1);
		});
	}

	@Test
	void areUsedThoughTheApplicationHasBeansOfTheirTypes() {
		QueueListenerRegistry containers = new QueueListenerRegistry();
		this.runner
			.withBean("own1", WorkQueues.class, InternalBeansTest::noQueues,
					(definition) -> definition.setPrimary(true))
			.withBean("own2", Bells.class,
					() -> new Bells(() -> new BlockingBellReader(new LettuceConnectionFactory()), null, null, "",
							Duration.ofSeconds(1)))
			.withBean("own3", QueueListenerRegistry.class, () -> containers)
			.withBean("own4", QueueCleaner.class, () -> new QueueCleaner(noQueues(), (name) -> {
				throw new AssertionError("not this one");
			}, QueueEvents.NONE, new ApplicationThreads(), BuriedJobNotifier.NONE, true))
			.withBean("own5", ListenerServices.class,
					() -> new ListenerServices(null, new ApplicationThreads(), null, null, 1, HandlerExtensions.NONE))
			.withBean("own6", HandlerExtensions.class, () -> HandlerExtensions.NONE)
			.withBean(QueueContexts.Listener.class)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(containers.all()).isEmpty();
				assertThat(context.getBeansOfType(QueueListenerRegistry.class).values())
					.flatExtracting(QueueListenerRegistry::all)
					.flatExtracting(QueueListenerContainer::queueNames)
					.containsExactly("jobs");
			});
	}

	@Test
	void countThoughTheApplicationHasEventsAndMetersOfItsOwn() {
		this.runner.withBean("own1", QueueEvents.class, () -> QueueEvents.NONE)
			.withBean("own2", QueueGauges.class, () -> new QueueGauges(noQueues(), (name) -> {
				throw new AssertionError("not this one");
			}, (name) -> false, new ApplicationThreads()))
			.withPropertyValues("redis-queue.queues.jobs.lease-time=1s")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBean(ListenerServices.class)).extracting("events")
					.isSameAs(context.getBean(QueueMeters.class));
				MeterRegistry meters = context.getBean(MeterRegistry.class);
				context.getBean(QueueMeters.class).happened(QueueEvents.Kind.RETRIED, "jobs", 2);
				assertThat(meters.get("redis.queue.retries").tag("queue", "jobs").counter().count()).isEqualTo(2);
				assertThat(meters.find("redis.queue.ready").tag("queue", "jobs").gauge()).isNotNull();
			});
	}

	/** Queues that nobody may ask for. */
	private static WorkQueues noQueues() {
		WorkQueues queues = mock(WorkQueues.class);
		given(queues.get(any())).willThrow(new AssertionError("not this one"));
		given(queues.forWorker(any())).willThrow(new AssertionError("not this one"));
		return queues;
	}

}
