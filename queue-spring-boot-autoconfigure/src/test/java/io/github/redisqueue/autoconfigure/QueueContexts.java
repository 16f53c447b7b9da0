package io.github.redisqueue.autoconfigure;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.test.TestRedis;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.observation.LettuceObservationAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/**
 * Applications for tests, with the auto-configurations that they would have.
 */
public final class QueueContexts {

	private QueueContexts() {
	}

	/**
	 * An application whose Redis is not there.
	 * @return a runner
	 */
	public static ApplicationContextRunner withoutRedis() {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(PropertyPlaceholderAutoConfiguration.class,
					TaskExecutionAutoConfiguration.class, TaskSchedulingAutoConfiguration.class,
					JacksonAutoConfiguration.class, DataRedisAutoConfiguration.class, QueueAutoConfiguration.class,
					QueueMetricsAutoConfiguration.class))
			.withPropertyValues("spring.data.redis.port=1");
	}

	/**
	 * An application with a Redis.
	 * @param redis the Redis of the test
	 * @return a runner
	 */
	public static ApplicationContextRunner with(TestRedis redis) {
		return withoutRedis().withPropertyValues("spring.data.redis.host=" + redis.host(),
				"spring.data.redis.port=" + redis.port(), "redis-queue.key-prefix=" + redis.keyPrefix());
	}

	/**
	 * The same with a registry of meters, and all that is observed in it.
	 * @param runner the application
	 * @return a runner
	 */
	public static ApplicationContextRunner metered(ApplicationContextRunner runner) {
		return runner.withConfiguration(AutoConfigurations.of(MetricsAutoConfiguration.class,
				CompositeMeterRegistryAutoConfiguration.class, SimpleMetricsExportAutoConfiguration.class,
				ObservationAutoConfiguration.class, LettuceObservationAutoConfiguration.class));
	}

	/**
	 * Keeps the texts of the jobs of queue {@code jobs}.
	 */
	public static class Listener {

		/** What was received. */
		public final List<String> texts = new CopyOnWriteArrayList<>();

		@QueueListener("jobs")
		void handle(String text) {
			this.texts.add(text);
		}

	}

}
