package io.github.redisqueue.metrics;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.listener.QueueListenerContainer;
import io.github.redisqueue.listener.QueueListenerRegistry;
import io.github.redisqueue.observation.DefaultJobHandleObservationConvention;
import io.github.redisqueue.observation.JobHandleObservationConvention;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What meters tell of the state of listeners.
 */
@RedisTest
class ListenerMetersTest {

	private final TestRedis redis;

	ListenerMetersTest(TestRedis redis) {
		this.redis = redis;
	}

	@Test
	void theConcurrencyIsThatOfNowAndZeroWhileTheListenerIsStopped() {
		runner().run((context) -> {
			assertThat(gauge(context, "redis.queue.handlers.max")).isEqualTo(3);
			listener(context).setConcurrency(7);
			assertThat(gauge(context, "redis.queue.handlers.max")).isEqualTo(7);
			listener(context).stop();
			assertThat(gauge(context, "redis.queue.handlers.max")).isZero();
			listener(context).start();
			assertThat(gauge(context, "redis.queue.handlers.max")).isEqualTo(7);
		});
	}

	@Test
	void aListenerIsPausedByItselfOrWithItsQueue() {
		runner().withPropertyValues("redis-queue.listener.poll-interval=50ms").run((context) -> {
			assertThat(gauge(context, "redis.queue.listener.paused")).isZero();
			listener(context).pause();
			assertThat(gauge(context, "redis.queue.listener.paused")).isOne();
			listener(context).resume();
			assertThat(gauge(context, "redis.queue.listener.paused")).isZero();
			context.getBean(WorkQueues.class).get("jobs").pause();
			await().until(() -> gauge(context, "redis.queue.listener.paused") == 1);
			context.getBean(WorkQueues.class).get("jobs").resume();
			await().until(() -> gauge(context, "redis.queue.listener.paused") == 0);
		});
	}

	@Test
	void troubleLastsAsLongAsTheListenerCannotLease() {
		try (PrivateRedis server = PrivateRedis.start()) {
			runner()
				.withPropertyValues("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + server.port(),
						"redis-queue.cleaner.enabled=false")
				.run((context) -> {
					assertThat(gauge(context, "redis.queue.listener.stalled")).isZero();
					server.kill();
					await().until(() -> gauge(context, "redis.queue.listener.stalled") > 0.5);
					server.restart();
					await().until(() -> gauge(context, "redis.queue.listener.stalled") == 0);
				});
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis.queue.listener", "renamed" })
	void theyGoWithTheListener(String observation) {
		runner().withBean(JobHandleObservationConvention.class, () -> new DefaultJobHandleObservationConvention() {

			@Override
			public String getName() {
				return observation;
			}

		}).run((context) -> {
			MeterRegistry meters = context.getBean(MeterRegistry.class);
			context.getBean(QueueOperations.class).send("jobs", "text");
			await().until(() -> meters.find(observation).tag("listener", "working").timer() != null);
			assertThat(meters.find("redis.queue.handlers.max").gauge()).isNotNull();
			context.getBean(QueueListenerRegistry.class).remove("working").join();
			assertThat(meters.getMeters()).noneMatch((meter) -> "working".equals(meter.getId().getTag("listener")));
			assertThat(meters.find("redis.queue.send").timer()).isNotNull();
		});
	}

	private ApplicationContextRunner runner() {
		return QueueContexts.metered(QueueContexts.with(this.redis)).withBean(Working.class);
	}

	private static QueueListenerContainer listener(AssertableApplicationContext context) {
		return context.getBean(QueueListenerRegistry.class).get("working");
	}

	private static double gauge(AssertableApplicationContext context, String name) {
		return context.getBean(MeterRegistry.class)
			.get(name)
			.tags("queue", "jobs", "listener", "working")
			.gauge()
			.value();
	}

	static class Working {

		@QueueListener(queue = "jobs", id = "working", concurrency = "3")
		void handle(String text) {
		}

	}

}
