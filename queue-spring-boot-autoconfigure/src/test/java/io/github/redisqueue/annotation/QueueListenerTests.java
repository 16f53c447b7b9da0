package io.github.redisqueue.annotation;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.test.LivingJobs;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What the tests of annotated listeners share: an application with Redis, and what they
 * do with its queues, of which {@code jobs} is the usual one.
 */
@RedisTest
abstract class QueueListenerTests {

	final TestRedis redis;

	final ApplicationContextRunner runner;

	QueueListenerTests(TestRedis redis, String... properties) {
		this.redis = redis;
		this.runner = QueueContexts.with(redis).withPropertyValues(properties);
	}

	/** Runs two instances of an application. */
	static void runTwo(ApplicationContextRunner runner, Consumer<BeanFactory> test) {
		runner.run((one) -> runner.run((other) -> {
			assertThat(one).hasNotFailed();
			assertThat(other).hasNotFailed();
			test.accept(one);
		}));
	}

	/** Sends jobs, which may be requests. */
	static void send(BeanFactory beans, String queue, Object... payloads) {
		beans.getBean(QueueOperations.class).sendAll(queue, List.of(payloads));
	}

	static WorkQueue queue(BeanFactory beans, String name) {
		return beans.getBean(WorkQueues.class).get(name);
	}

	static WorkQueue queue(BeanFactory beans) {
		return queue(beans, "jobs");
	}

	static DeadLetter awaitDeadLetter(WorkQueue queue, String id) {
		await().until(() -> queue.deadLetters().get(id).isPresent());
		return queue.deadLetters().get(id).orElseThrow();
	}

	static void awaitNothingLeft(BeanFactory beans) {
		await().until(() -> LivingJobs.of(queue(beans)) == 0);
		assertThat(queue(beans).counts().dead()).isZero();
	}

	static void start(BeanFactory beans) {
		beans.getBean(QueueListenerRegistry.class).all().forEach(QueueListenerContainer::start);
	}

	/** What a listener takes next, without the delay of looking for it. */
	static <T> T next(BlockingQueue<T> taken) {
		try {
			T next = taken.poll(30, TimeUnit.SECONDS);
			assertThat(next).isNotNull();
			return next;
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** A listener that remembers what it was given. */
	static class Taker {

		final List<@Nullable Object> taken = new CopyOnWriteArrayList<>();

		final void takes(@Nullable Object... taken) {
			this.taken.addAll(Arrays.asList(taken));
		}

		/** Awaits as many as are expected, which may come in any order. */
		final void awaitTaken(@Nullable Object... expected) {
			await().until(() -> this.taken.size() >= expected.length);
			assertThat(this.taken).containsExactlyInAnyOrder(expected);
		}

	}

}
