package io.github.redisqueue.bell;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.TestRedis;
import io.github.redisqueue.test.TestThreads;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Order(1)
class BlockingBellsTest extends BellsContract {

	@Override
	BellReader reader(LettuceConnectionFactory connections) {
		return new BlockingBellReader(connections);
	}

	@Test
	@SuppressWarnings("try")
	void closingEndsTheThread(TestRedis redis) throws InterruptedException {
		redis.commands().rpush(QueueKeys.bell(redis.keyPrefix(), "orders"), "1");
		try (ScriptRunner scripts = new ScriptRunner(redis.connections());
				Bells bells = new Bells(() -> reader(redis.connections()), scripts, TestThreads.timer(),
						redis.keyPrefix(), Duration.ofSeconds(1))) {
			RecordedWaiter waiter = RecordedWaiter.listen(bells, "orders");
			assertThat(waiter.wakeUp()).isOne();
			Thread reading = Objects.requireNonNull(waiter.thread());
			assertThat(List.of(reading.getName(), reading.isDaemon())).containsExactly("queue-bells-1", true);
			bells.close();
			await().until(() -> !reading.isAlive());
		}
	}

}
