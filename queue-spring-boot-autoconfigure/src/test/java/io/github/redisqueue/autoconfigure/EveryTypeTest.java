package io.github.redisqueue.autoconfigure;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import io.github.redisqueue.Lease;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.template.QueueTemplate;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * One application that listens to a queue of each type, and to one in shards.
 */
@RedisTest
class EveryTypeTest {

	private static final List<String> QUEUES = List.of("leased", "streamed", "listed", "delayed", "sharded");

	private TestRedis redis;

	private ApplicationContextRunner runner;

	@BeforeEach
	void prepare(TestRedis redis) {
		this.redis = redis;
		this.runner = QueueContexts.with(redis)
			.withBean(Listeners.class)
			.withPropertyValues("spring.data.redis.client-name=" + clientName(), "redis-queue.queues.leased.type=lease",
					"redis-queue.queues.streamed.type=stream", "redis-queue.queues.listed.type=list",
					"redis-queue.queues.delayed.type=delayed", "redis-queue.queues.sharded.shards=3",
					// Only a ring is in time for the test.
					"redis-queue.listener.poll-interval=1h");
	}

	private String clientName() {
		return this.redis.keyPrefix().replace(":", "");
	}

	@Test
	void allAreWorkedOffOverOneWaitingConnection() {
		this.runner.run((context) -> {
			await().until(() -> waiting().count() == 1);
			QueueTemplate template = context.getBean(QueueTemplate.class);
			Set<String> handled = context.getBean(Listeners.class).handled;
			for (int round = 0; round < 3; round++) {
				handled.clear();
				for (String queue : QUEUES) {
					template.send(queue, "some");
					template.send(queue, "more");
				}
				await().until(() -> handled.size() == 2 * QUEUES.size());
			}
			await().until(() -> waiting().count() == 1);
			assertThat(connections()).as("one that waits, and one for all else").hasSize(2);
		});
	}

	@Test
	void anApplicationThatIsStoppedHasNoConnectionsUntilItIsStartedAgain() {
		this.runner.run((context) -> {
			await().until(() -> waiting().count() == 1);
			ConfigurableApplicationContext application = context
				.getSourceApplicationContext(ConfigurableApplicationContext.class);
			application.stop();
			await().until(() -> connections().isEmpty());
			application.start();
			Set<String> handled = context.getBean(Listeners.class).handled;
			QUEUES.forEach((queue) -> context.getBean(QueueTemplate.class).send(queue, "again"));
			await().until(() -> handled.size() == QUEUES.size());
		});
	}

	@Test
	void instancesWithTheSameWorkerIdMayTakeTurns() {
		ApplicationContextRunner named = this.runner.withPropertyValues("redis-queue.worker-id=one");
		named.run((first) -> named.run((second) -> {
			assertThat(second).hasNotFailed();
			assertThatItTakesOver(first, second);
			assertThatItTakesOver(second, first);
			assertThatItTakesOver(first, second);
		}));
	}

	/** As contexts that Spring keeps for tests do. */
	private static void assertThatItTakesOver(AssertableApplicationContext one, AssertableApplicationContext other) {
		other.getSourceApplicationContext(ConfigurableApplicationContext.class).pause();
		one.getSourceApplicationContext(ConfigurableApplicationContext.class).restart();
		Set<String> handled = one.getBean(Listeners.class).handled;
		handled.clear();
		QUEUES.forEach((queue) -> one.getBean(QueueTemplate.class).send(queue, "turn"));
		await().until(() -> handled.size() == QUEUES.size());
	}

	private List<String> connections() {
		return this.redis.commands()
			.clientList()
			.lines()
			.filter((client) -> client.contains(" name=" + clientName() + " "))
			.toList();
	}

	private Stream<String> waiting() {
		return connections().stream()
			.filter((client) -> client.contains(" flags=b ") && client.contains(" cmd=blpop "));
	}

	static class Listeners {

		final Set<String> handled = ConcurrentHashMap.newKeySet();

		@QueueListener(id = "leased", queue = "leased")
		@QueueListener(id = "streamed", queue = "streamed")
		@QueueListener(id = "listed", queue = "listed")
		@QueueListener(id = "delayed", queue = "delayed")
		@QueueListener(id = "sharded", queue = "sharded")
		void handle(String text, Lease lease) {
			this.handled.add(lease.queue() + " " + text);
		}

	}

}
