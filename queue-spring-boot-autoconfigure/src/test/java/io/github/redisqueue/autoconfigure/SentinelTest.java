package io.github.redisqueue.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.test.PrivateSentinels;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.dao.DataAccessException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Two instances of an application on a primary that is watched by sentinels.
 */
class SentinelTest {

	private final Set<String> handled = ConcurrentHashMap.newKeySet();

	private final Set<String> workers = ConcurrentHashMap.newKeySet();

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
	void listenersGoOnWithTheReplicaWithinFiveSecondsOfItsPromotion() {
		runTwo((queues) -> {
			queues.sendAll("jobs", numbers("before", 500));
			awaitReplication();
			await().until(() -> this.handled.size() > 50);
			this.redis.first().kill();
			await().pollInterval(Duration.ofMillis(5)).until(() -> this.redis.isPrimary(this.redis.second()));
			long promotion = System.nanoTime();
			await().pollInterval(Duration.ofMillis(5))
				.atMost(Duration.ofSeconds(5))
				.ignoreExceptionsInstanceOf(DataAccessException.class)
				.until(() -> {
					queues.send("jobs", "first");
					return true;
				});
			System.out.println("SENT after " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - promotion));
			await().pollInterval(Duration.ofMillis(5))
				.atMost(Duration.ofSeconds(5))
				.until(() -> this.handled.contains("first"));
			System.out.println("HANDLED after " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - promotion));
			await().atMost(Duration.ofSeconds(30)).until(() -> this.handled.containsAll(numbers("before", 500)));
			System.out.println("ALL after " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - promotion));
		});
	}

	private static List<String> numbers(String what, int count) {
		return IntStream.range(0, count).mapToObj((i) -> what + "-" + i).toList();
	}

	private void awaitReplication() {
		this.redis.ask(this.redis.first(), (commands) -> {
			commands.set("written", "last");
			return commands.waitForReplication(1, 10_000);
		});
	}

	private void runTwo(java.util.function.Consumer<QueueOperations> work) {
		runner("one").run((one) -> runner("two").run((two) -> work.accept(one.getBean(QueueOperations.class))));
	}

	private ApplicationContextRunner runner(String worker) {
		return QueueContexts.withoutRedis()
			.withBean(Listener.class, () -> new Listener(worker))
			.withPropertyValues("spring.data.redis.sentinel.master=" + PrivateSentinels.NAME,
					"spring.data.redis.sentinel.nodes=" + this.redis.nodes(),
					"spring.data.redis.sentinel.password=" + PrivateSentinels.SENTINEL_PASSWORD,
					"spring.data.redis.password=" + PrivateSentinels.PASSWORD,
					"spring.data.redis.client-name=" + worker, "queue.worker-id=" + worker, "queue.lease-time=2s",
					"queue.cleaner.light-interval=500ms", "queue.listener.prefetch=5");
	}

	final class Listener {

		private final String worker;

		Listener(String worker) {
			this.worker = worker;
		}

		@QueueListener("jobs")
		void handle(String text) {
			LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
			SentinelTest.this.workers.add(this.worker);
			SentinelTest.this.handled.add(text);
		}

	}

}
