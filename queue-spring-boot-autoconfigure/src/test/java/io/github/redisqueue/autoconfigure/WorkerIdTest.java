package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import io.github.redisqueue.QueueType;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two instances with one worker id.
 */
@RedisTest
class WorkerIdTest {

	private ApplicationContextRunner runner;

	@BeforeEach
	void prepare(TestRedis redis) {
		this.runner = QueueContexts.with(redis)
			.withBean(Orders.class)
			.withPropertyValues("redis-queue.worker-id=one", "redis-queue.listener.poll-interval=100ms");
	}

	@ParameterizedTest
	@EnumSource
	void theSecondIsWelcome(QueueType type) {
		ApplicationContextRunner other = this.runner.withPropertyValues("redis-queue.type=" + type);
		other.run((first) -> other.run((second) -> assertThat(second).hasNotFailed()));
	}

	static class Orders {

		@QueueListener("orders")
		void handle(String order) {
		}

	}

}
