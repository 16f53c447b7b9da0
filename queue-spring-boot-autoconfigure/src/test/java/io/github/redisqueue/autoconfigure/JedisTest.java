package io.github.redisqueue.autoconfigure;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@RedisTest
class JedisTest {

	@Test
	void sendingAndListeningWorkOnJedisWithoutLettuce(TestRedis redis) {
		QueueContexts.with(redis)
			.withClassLoader(new FilteredClassLoader(RedisClient.class))
			.withPropertyValues("spring.data.redis.client-type=jedis")
			.withBean(Listener.class)
			.run((context) -> {
				assertThat(context.getBean(RedisConnectionFactory.class)).isInstanceOf(JedisConnectionFactory.class);
				context.getBean(QueueOperations.class).sendAll("jobs", List.of("a", "b", "c"));
				List<String> texts = context.getBean(Listener.class).texts;
				await().until(() -> texts.size() == 3);
				assertThat(texts).containsExactlyInAnyOrder("a", "b", "c");
			});
	}

	static class Listener {

		private final List<String> texts = new CopyOnWriteArrayList<>();

		@QueueListener("jobs")
		void handle(String text) {
			this.texts.add(text);
		}

	}

}
