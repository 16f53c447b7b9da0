package io.github.redisqueue.autoconfigure;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.annotation.ListenerRegistrar;
import io.github.redisqueue.bell.Bells;
import io.github.redisqueue.cleaner.QueueCleaner;
import io.github.redisqueue.listener.ListenerServices;
import io.github.redisqueue.listener.QueueListenerContainers;
import io.github.redisqueue.metrics.QueueEvents;
import io.github.redisqueue.metrics.QueueGauges;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendResult;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.messaging.converter.ByteArrayMessageConverter;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.converter.SimpleMessageConverter;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an application defines counts, not what the auto-configuration would.
 */
class BackOffTest {

	private final ApplicationContextRunner runner = QueueContexts.withoutRedis();

	@Test
	void itsQueuesCount() {
		assertBacksOff(WorkQueues.class, new NoQueues());
	}

	@Test
	void itsBellsCount() {
		assertBacksOff(Bells.class, new Bells(new LettuceConnectionFactory(), "", Duration.ofSeconds(1)));
	}

	@Test
	void itsOperationsCount() {
		assertBacksOff(QueueOperations.class, new NoOperations());
	}

	@Test
	void itsContainersCount() {
		assertBacksOff(QueueListenerContainers.class, new QueueListenerContainers());
	}

	@Test
	void itsRegistrarCounts() {
		ListenerRegistrar own = (definition) -> {
		};
		assertBacksOff(ListenerRegistrar.class, own);
	}

	@Test
	void itsCleanerCounts() {
		QueueCleaner own = new QueueCleaner(new NoQueues(), (name) -> {
			throw new IllegalStateException();
		}, QueueEvents.NONE, true);
		assertBacksOff(QueueCleaner.class, own);
	}

	@Test
	void itsEventsCount() {
		QueueEvents own = new QueueEvents() {
		};
		QueueContexts.metered(this.runner).withBean(QueueEvents.class, () -> own).run((context) -> {
			assertThat(context.getBean(QueueEvents.class)).isSameAs(own);
			assertThat(context.getBean(ListenerServices.class).events()).isSameAs(own);
		});
	}

	@Test
	void itsGaugesCount() {
		QueueGauges own = new QueueGauges(new NoQueues(), (name) -> {
			throw new IllegalStateException();
		});
		QueueContexts.metered(this.runner)
			.withBean(QueueGauges.class, () -> own)
			.run((context) -> assertThat(context.getBean(QueueGauges.class)).isSameAs(own));
	}

	@Test
	void itsExecutorCounts() {
		SimpleAsyncTaskExecutor own = new SimpleAsyncTaskExecutor();
		this.runner.withBean("queueListenerTaskExecutor", AsyncTaskExecutor.class, () -> own)
			.run((context) -> assertThat(context.getBean(ListenerServices.class).handlers()).isSameAs(own));
	}

	@Test
	void itsConverterCounts() {
		MessageConverter own = new ByteArrayMessageConverter();
		this.runner.withBean("queueMessageConverter", MessageConverter.class, () -> own)
			.run((context) -> assertThat(context.getBean("queueMessageConverter")).isSameAs(own));
	}

	@Test
	void itsOtherConvertersDoNot() {
		this.runner.withBean("brokerMessageConverter", MessageConverter.class, SimpleMessageConverter::new)
			.withBean(NeedsConverter.class)
			.run((context) -> {
				assertThat(context).hasNotFailed().hasBean("queueMessageConverter");
				assertThat(context.getBean(NeedsConverter.class).converter())
					.isSameAs(context.getBean("brokerMessageConverter"));
			});
	}

	@Test
	void itsObservationRegistryCounts() {
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

	record NeedsConverter(MessageConverter converter) {

	}

	private static final class NoQueues implements WorkQueues {

		@Override
		public WorkQueue get(String name) {
			throw new AssertionError("only its presence matters");
		}

		@Override
		public WorkerQueue forWorker(String name) {
			throw new AssertionError("only its presence matters");
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
		public SendResult send(String queue, Object payload) {
			throw new AssertionError("only its presence matters");
		}

		@Override
		public List<SendResult> sendAll(String queue, Collection<?> payloads) {
			throw new AssertionError("only its presence matters");
		}

	}

}
