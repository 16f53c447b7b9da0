package io.github.redisqueue.annotation;

import java.io.IOException;
import java.io.UncheckedIOException;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@RedisTest
class AttributesTest {

	private final ApplicationContextRunner runner;

	AttributesTest(TestRedis redis) {
		this.runner = QueueContexts.with(redis)
			.withPropertyValues("redis-queue.retry.delay=1h", "redis-queue.retry.max-delay=2h",
					"redis-queue.retry.max-retries=5");
	}

	@Test
	void expressionsAreEvaluated() {
		this.runner.withBean("tenants", Tenants.class).withBean(Expressions.class).run((context) -> {
			QueueListenerContainer container = context.getBean(QueueListenerRegistry.class).get("red-listener");
			assertThat(container.queueNames()).containsExactly("orders-red");
		});
	}

	@Test
	void aListenerMayHaveItsOwnNumberOfRetriesAndDelays() {
		this.runner.withBean(OwnRetries.class).run((context) -> {
			context.getBean(QueueOperations.class).send("jobs", "text");
			WorkQueue queue = context.getBean(WorkQueues.class).get("jobs");
			await().until(() -> queue.counts().dead() == 1);
			assertThat(context.getBean(OwnRetries.class).attempts).containsExactly(1, 2, 3);
		});
	}

	@Test
	void onlyTheExceptionsOfRetryForAreRetried() {
		this.runner.withBean(RetriesInput.class).run((context) -> {
			WorkQueue queue = context.getBean(WorkQueues.class).get("jobs");
			context.getBean(QueueOperations.class).send("jobs", "input");
			await().until(() -> queue.counts().delayed() == 1);
			context.getBean(QueueOperations.class).send("jobs", "state");
			await().until(() -> queue.counts().dead() == 1);
			assertThat(queue.deadLetters().page(0, 1).get(0).cause().reason()).isEqualTo(Cause.Reason.NOT_RETRYABLE);
		});
	}

	@Test
	void neverRetryReplacesTheProperty() {
		this.runner.withBean(NeverRetriesInput.class)
			.withPropertyValues("redis-queue.retry.never-retry=java.lang.IllegalStateException",
					"redis-queue.retry.max-retries=5")
			.run((context) -> {
				WorkQueue queue = context.getBean(WorkQueues.class).get("jobs");
				context.getBean(QueueOperations.class).send("jobs", "state");
				await().until(() -> queue.counts().delayed() == 1);
				context.getBean(QueueOperations.class).send("jobs", "input");
				await().until(() -> queue.counts().dead() == 1);
			});
	}

	@Test
	void aListenerMayHaveItsOwnExecutor() {
		this.runner.withBean("own", AsyncTaskExecutor.class, () -> new SimpleAsyncTaskExecutor("own-"))
			.withBean(OwnExecutor.class)
			.run((context) -> {
				context.getBean(QueueOperations.class).send("jobs", "text");
				OwnExecutor listener = context.getBean(OwnExecutor.class);
				await().until(() -> !listener.threads.isEmpty());
				assertThat(listener.threads).allMatch((name) -> name.startsWith("own-"));
			});
	}

	@Test
	void theAnnotationMayBeRepeated() {
		this.runner.withBean("repeated", Repeated.class).run((context) -> {
			QueueOperations queues = context.getBean(QueueOperations.class);
			queues.send("first", "1");
			queues.send("second", "2");
			Repeated listener = context.getBean(Repeated.class);
			await().until(() -> listener.queues.size() == 2);
			assertThat(listener.queues).containsExactlyInAnyOrder("first", "second");
			assertThat(context.getBean(QueueListenerRegistry.class).all()).extracting(QueueListenerContainer::id)
				.containsExactly("repeated.handle", "repeated.handle#2");
		});
	}

	static class Tenants {

		public String getFirst() {
			return "red";
		}

	}

	static class Expressions {

		@QueueListener(queue = "orders-#{@tenants.first}", id = "#{@tenants.first + '-listener'}",
				concurrency = "#{2 * 3}")
		void handle(String text) {
		}

	}

	static class OwnRetries {

		private final List<Integer> attempts = new CopyOnWriteArrayList<>();

		@QueueListener(queue = "jobs", maxRetries = "2", backoff = @Backoff(delay = "${no.such.property:1ms}",
				multiplier = "1.5", maxDelay = "PT1S", jitter = "0s"))
		void handle(String text, Lease lease) {
			this.attempts.add(lease.attempt());
			throw new IllegalStateException("on purpose");
		}

	}

	static class RetriesInput {

		@QueueListener(queue = "jobs", maxRetries = "5", retryFor = IOException.class)
		void handle(String text) {
			fail(text);
		}

	}

	static class NeverRetriesInput {

		@QueueListener(queue = "jobs", neverRetry = IOException.class)
		void handle(String text) {
			fail(text);
		}

	}

	private static void fail(String text) {
		throw text.equals("input") ? new UncheckedIOException(new IOException()) : new IllegalStateException();
	}

	static class OwnExecutor {

		private final List<String> threads = new CopyOnWriteArrayList<>();

		@QueueListener(queue = "jobs", executor = "own")
		void handle(String text) {
			this.threads.add(Thread.currentThread().getName());
		}

	}

	static class Repeated {

		private final List<String> queues = new CopyOnWriteArrayList<>();

		@QueueListener("first")
		@QueueListener("second")
		void handle(String text, Lease lease) {
			this.queues.add(lease.queue());
		}

	}

}
