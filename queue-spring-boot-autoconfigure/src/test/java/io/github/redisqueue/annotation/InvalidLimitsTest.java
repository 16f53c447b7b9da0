package io.github.redisqueue.annotation;

import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.listener.InvalidListenerException;
import io.github.redisqueue.listener.QueueListenerContainerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static io.github.redisqueue.annotation.FailedStart.assertThatStartFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Listeners that do not go with the limits of their queues.
 */
class InvalidLimitsTest {

	@ParameterizedTest
	@ValueSource(strings = { "rate-limit=100/s", "max-leased=5" })
	void aPrefetchIsRefused(String limit) {
		assertThatStartFails(limited(limit).withBean("listener", Prefetching.class),
				"Prefetching.handle(String) of bean 'listener' has a prefetch of 50, but queue 'limited' has a limit, "
						+ "and its jobs are not prefetched",
				"Remove the prefetch, or redis-queue.queues.limited." + limit.substring(0, limit.indexOf('=')));
	}

	@Test
	void aPrefetchIsRefusedIfTheFirstQueueHasALimit() {
		assertThatStartFails(limited("max-leased=5").withBean("listener", PrefetchingPool.class),
				"has a prefetch of 50, but queue 'limited' has a limit", "Remove the prefetch");
	}

	@Test
	void aPrefetchMayBeThatOfAFirstQueueWithoutALimit() {
		limited("max-leased=5", "redis-queue.listener.auto-startup=false").withBean(PrefetchingFirst.class)
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void aPrefetchMayBeZero() {
		limited("max-leased=5", "redis-queue.listener.auto-startup=false").withBean(NotPrefetching.class)
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void aPrefetchIsRefusedAtRunTime() {
		limited("max-leased=5").run((context) -> {
			QueueListenerContainerFactory factory = context.getBean(QueueListenerContainerFactory.class);
			assertThatExceptionOfType(InvalidListenerException.class)
				.isThrownBy(() -> factory.create("added", "limited", (lease) -> {
				}, (settings) -> settings.prefetch(50)))
				.satisfies((ex) -> assertThat(ex.description())
					.startsWith("The listener 'added' has a prefetch of 50, but queue 'limited' has a limit"));
		});
	}

	@Test
	void theAckModeBeforeIsRefusedBesideMaxLeased() {
		String description = "completes its jobs before it handles them (ack mode before), so "
				+ "redis-queue.queues.limited.max-leased would not bound how many of them are handled at the same time";
		assertThatStartFails(limited("max-leased=5").withBean("listener", AckBefore.class), description,
				"Use the ack mode after, or limit the rate (redis-queue.queues.limited.rate-limit)");
		assertThatStartFails(
				limited("max-leased=5", "redis-queue.listener.ack-mode=before").withBean("listener", Pool.class),
				"Pool.handle(String) of bean 'listener' " + description, "Use the ack mode after");
	}

	@Test
	void theAckModeBeforeIsRefusedBesideMaxLeasedAtRunTime() {
		limited("max-leased=5", "redis-queue.listener.ack-mode=before").run((context) -> {
			QueueListenerContainerFactory factory = context.getBean(QueueListenerContainerFactory.class);
			assertThatExceptionOfType(InvalidListenerException.class)
				.isThrownBy(() -> factory.create("added", "limited", (lease) -> {
				}))
				.satisfies((ex) -> assertThat(ex.description()).contains("ack mode before"));
		});
	}

	private static ApplicationContextRunner limited(String limit, String... properties) {
		return QueueContexts.withoutRedis()
			.withPropertyValues("redis-queue.queues.limited." + limit)
			.withPropertyValues(properties);
	}

	static class Pool {

		@QueueListener(queues = { "low", "limited" })
		void handle(String job) {
		}

	}

	static class Prefetching {

		@QueueListener(queue = "limited", prefetch = "50")
		void handle(String job) {
		}

	}

	static class PrefetchingPool {

		@QueueListener(queues = { "limited", "low" }, prefetch = "50")
		void handle(String job) {
		}

	}

	static class PrefetchingFirst {

		@QueueListener(queues = { "low", "limited" }, prefetch = "50")
		void handle(String job) {
		}

	}

	static class NotPrefetching {

		@QueueListener(queue = "limited", prefetch = "0")
		void handle(String job) {
		}

	}

	static class AckBefore {

		@QueueListener(queue = "limited", ackMode = "before")
		void handle(String job) {
		}

	}

}
