package io.github.redisqueue.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.test.PrivateCluster;
import io.github.redisqueue.test.PrivateRedis;
import io.lettuce.core.RedisClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * An application on a Redis Cluster, set up with Boot's own properties, while servers of
 * the cluster die and change places. Its queue and its bell are on different servers.
 */
class ClusterTest {

	private static final String QUEUE = "queue:{orders}:";

	private static final String BELL = "queue:{bell}:tokens:orders";

	private static PrivateCluster cluster;

	private final ApplicationContextRunner runner = QueueContexts.withoutRedis()
		.withPropertyValues("spring.data.redis.cluster.nodes=" + cluster.nodes(),
				"redis-queue.listener.poll-interval=1h")
		.withBean(Listener.class);

	@BeforeAll
	static void startCluster() {
		cluster = PrivateCluster.start(3, 1);
		assertThat(cluster.primaryOf(QUEUE)).isNotSameAs(cluster.primaryOf(BELL));
	}

	@AfterAll
	static void stopCluster() {
		cluster.close();
	}

	@Test
	void listeningGoesOnWheneverAReplicaHasTakenOver(TestReporter reporter) {
		this.runner.run((context) -> {
			QueueOperations queues = context.getBean(QueueOperations.class);
			List<String> texts = context.getBean(Listener.class).texts;
			for (String text : List.of("one", "two", "three")) {
				// Each finds the listener waiting for the bell.
				queues.send("orders", text);
				await().until(() -> texts.contains(text));
			}

			PrivateRedis killed = cluster.failOver(QUEUE, PrivateRedis::kill);
			reporter.publishEntry("back after a death", handled("four", queues, texts));
			cluster.restart(killed);

			cluster.switchOver(QUEUE);
			reporter.publishEntry("back after a switch", handled("five", queues, texts));

			PrivateRedis frozen = cluster.failOver(QUEUE, PrivateRedis::freeze);
			reporter.publishEntry("back after a hang", handled("six", queues, texts));
			cluster.restart(frozen);

			killed = cluster.failOver(BELL, PrivateRedis::kill);
			reporter.publishEntry("back after the death of the bell", handled("seven", queues, texts));
			cluster.restart(killed);
			assertThat(texts).containsExactly("one", "two", "three", "four", "five", "six", "seven");
		});
	}

	/** It has no connection that could break, and knows only servers that are gone. */
	@Test
	void anApplicationThatStartsInAnOutageFindsWhoTakesOver(TestReporter reporter) {
		PrivateRedis replica = cluster.replicaOf(QUEUE);
		PrivateRedis primary = cluster.primaryOf(QUEUE);
		replica.kill();
		primary.kill();
		this.runner.run((context) -> {
			QueueOperations queues = context.getBean(QueueOperations.class);
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> queues.send("orders", "lost"));
			replica.restart();
			await().until(() -> cluster.primaryOf(QUEUE) == replica);
			reporter.publishEntry("back after an outage",
					handled("first", queues, context.getBean(Listener.class).texts));
		});
		cluster.restart(primary);
	}

	@Test
	void sendingAndListeningWorkOnJedisWithoutLettuce() {
		this.runner.withClassLoader(new FilteredClassLoader(RedisClient.class))
			.withPropertyValues("spring.data.redis.client-type=jedis", "redis-queue.key-prefix=jedis:")
			.run((context) -> {
				assertThat(context.getBean(RedisConnectionFactory.class)).isInstanceOf(JedisConnectionFactory.class);
				List<String> texts = context.getBean(Listener.class).texts;
				for (String text : List.of("one", "two", "three")) {
					context.getBean(QueueOperations.class).send("orders", text);
					await().until(() -> texts.contains(text));
				}
			});
	}

	/** How long it takes from now on until a job is sent and handled. */
	private static String handled(String text, QueueOperations queues, List<String> texts) {
		long begin = System.nanoTime();
		await().atMost(Duration.ofSeconds(15))
			.pollInterval(Duration.ofMillis(20))
			.ignoreExceptionsInstanceOf(DataAccessException.class)
			.until(() -> queues.send("orders", SendRequest.of(text).withId(text)).id().equals(text));
		await().atMost(Duration.ofSeconds(15)).until(() -> texts.contains(text));
		return Duration.ofNanos(System.nanoTime() - begin).toMillis() + " ms";
	}

	static class Listener {

		private final List<String> texts = new CopyOnWriteArrayList<>();

		@QueueListener("orders")
		void handle(String text) {
			this.texts.add(text);
		}

	}

}
