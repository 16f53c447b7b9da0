package io.github.redisqueue.autoconfigure.connection;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.test.OnlyInAllTests;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.PrivateSentinels;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.dao.DataAccessException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Two instances of an application, whose Redis is watched over by sentinels. What had not
 * reached the replica when the primary died is lost with it, so each test waits for that
 * before.
 */
class SentinelTest {

	/** What was handled, and by which instances. */
	private final Map<String, Set<String>> handled = new ConcurrentHashMap<>();

	private PrivateSentinels redis;

	@BeforeEach
	void startRedis() {
		this.redis = PrivateSentinels.start();
	}

	@AfterEach
	void stopRedis() {
		this.redis.close();
	}

	@Test
	void listenersGoOnWithinFiveSecondsOfThePromotionWhenThePrimaryIsKilled() {
		assertThatListenersGoOnAfter(() -> this.redis.first().kill());
	}

	@Test
	void listenersGoOnWithinFiveSecondsOfThePromotionWhenThePrimaryHangs() {
		assertThatListenersGoOnAfter(() -> this.redis.first().freeze());
	}

	@Test
	@OnlyInAllTests
	void anOldPrimaryThatComesBackAsAReplicaIsLeftAlone() {
		withTwoInstances((queues) -> {
			awaitWorkOfBoth(queues);
			this.redis.first().kill();
			awaitPromotionOfSecond();
			// One that comes back before would be taken for the primary by some clients.
			await().ignoreExceptionsInstanceOf(RedisException.class)
				.until(() -> this.redis.agreeOn(this.redis.second()));
			// They make it a replica once nobody has been silent for eight seconds.
			this.redis.patience(Duration.ofMinutes(1));
			this.redis.first().restart();
			await().atMost(Duration.ofMinutes(2))
				.ignoreExceptionsInstanceOf(RedisException.class)
				.until(() -> !this.redis.isPrimary(this.redis.first()));
			awaitWorkOfBoth(queues);
			assertThat(namesOfClients(this.redis.first())).doesNotContain("one", "two");
		});
	}

	@Test
	void listenersGoOnWithinFiveSecondsOfThePromotionWhenThePrimaryIsExchanged() {
		assertThatListenersGoOnAfter(() -> {
			this.redis.failover();
			await().pollInterval(Duration.ofMillis(20))
				.ignoreExceptionsInstanceOf(RedisException.class)
				.until(() -> namesOfClients(this.redis.first()).stream().noneMatch(Set.of("one", "two")::contains));
			assertThat(this.redis.isPrimary(this.redis.first())).as("the old primary still answers").isTrue();
		});
	}

	private void assertThatListenersGoOnAfter(Runnable end) {
		withTwoInstances((queues) -> {
			List<String> before = sendMany(queues);
			await().until(() -> this.handled.size() > 50);
			end.run();
			awaitPromotionOfSecond();
			awaitWork(queues, "after");
			await().until(() -> this.handled.keySet().containsAll(before));
			awaitWorkOfBoth(queues);
		});
	}

	private List<String> sendMany(QueueOperations queues) {
		List<String> texts = IntStream.range(0, 500).mapToObj((i) -> "before-" + i).toList();
		queues.sendAll("jobs", texts);
		this.redis.awaitReplication();
		return texts;
	}

	private void awaitPromotionOfSecond() {
		// A server that becomes a primary cuts the connection of who asks.
		await().pollInterval(Duration.ofMillis(10))
			.ignoreExceptionsInstanceOf(RedisException.class)
			.until(() -> this.redis.isPrimary(this.redis.second()));
	}

	private void awaitWork(QueueOperations queues, String text) {
		await().pollInterval(Duration.ofMillis(20))
			.atMost(Duration.ofSeconds(5))
			.ignoreExceptionsInstanceOf(DataAccessException.class)
			.until(() -> queues.send("jobs", text).isNew() && this.handled.containsKey(text));
	}

	/** Both hear the bell: neither looks for jobs without it. */
	private void awaitWorkOfBoth(QueueOperations queues) {
		this.handled.remove("both");
		await().pollInterval(Duration.ofMillis(20))
			.ignoreExceptionsInstanceOf(DataAccessException.class)
			.until(() -> queues.send("jobs", "both").isNew()
					&& this.handled.getOrDefault("both", Set.of()).size() == 2);
	}

	private List<String> namesOfClients(PrivateRedis server) {
		return this.redis.ask(server, RedisCommands::clientList)
			.lines()
			.map((line) -> line.replaceFirst("^.* name=(\\S*) .*$", "$1"))
			.toList();
	}

	private void withTwoInstances(Consumer<QueueOperations> work) {
		instance("one").run((one) -> instance("two").run((two) -> work.accept(one.getBean(QueueOperations.class))));
	}

	private ApplicationContextRunner instance(String name) {
		return QueueContexts.withoutRedis()
			.withBean(Listener.class, () -> new Listener(name))
			.withPropertyValues("spring.data.redis.sentinel.master=" + PrivateSentinels.NAME,
					"spring.data.redis.sentinel.nodes=" + this.redis.nodes(),
					"spring.data.redis.sentinel.password=" + PrivateSentinels.SENTINEL_PASSWORD,
					"spring.data.redis.password=" + PrivateSentinels.PASSWORD, "spring.data.redis.client-name=" + name,
					"redis-queue.worker-id=" + name, "redis-queue.lease-time=2s",
					"redis-queue.cleaner.light-interval=500ms", "redis-queue.listener.prefetch=1",
					"redis-queue.listener.poll-interval=1m");
	}

	final class Listener {

		private final String instance;

		Listener(String instance) {
			this.instance = instance;
		}

		@QueueListener("jobs")
		void handle(String text) {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
			SentinelTest.this.handled.computeIfAbsent(text, (key) -> ConcurrentHashMap.newKeySet()).add(this.instance);
		}

	}

}
