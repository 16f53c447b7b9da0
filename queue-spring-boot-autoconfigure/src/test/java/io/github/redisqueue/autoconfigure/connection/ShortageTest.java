package io.github.redisqueue.autoconfigure.connection;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.autoconfigure.QueueHealthContributorAutoConfiguration;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.test.OnlyInAllTests;
import io.github.redisqueue.test.PrivateRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.health.registry.HealthContributorRegistry;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An application that is short of something for some time goes on when there is enough of
 * it again: each listener handles, each plan fires, and health has told the truth
 * meanwhile.
 */
@OnlyInAllTests
class ShortageTest {

	private static final List<String> QUEUES = List.of("plain", "grouped", "late");

	private static final int MANY = 20;

	private final Set<String> sent = new HashSet<>();

	@Test
	void anApplicationSurvivesThatNoThreadStarts() {
		survives((server) -> new Shortage.OfThreads());
	}

	@Test
	void anApplicationSurvivesThatMemoryIsFull() {
		survives((server) -> new Shortage.OfMemory());
	}

	@Test
	void anApplicationSurvivesThatRedisHangs() {
		survives(Shortage.OfAnswers::new);
	}

	private void survives(Function<PrivateRedis, Shortage> kind) {
		try (PrivateRedis server = PrivateRedis.start()) {
			Shortage shortage = kind.apply(server);
			QueueContexts.withoutRedis()
				.withConfiguration(AutoConfigurations.of(QueueHealthContributorAutoConfiguration.class,
						HealthContributorRegistryAutoConfiguration.class))
				.withBean(Shortage.class, () -> shortage)
				.withBean(Handlers.class)
				.withPropertyValues("spring.data.redis.port=" + server.port(), "spring.data.redis.timeout=2s",
						"redis-queue.lease-time=5s", "redis-queue.cleaner.light-interval=1s",
						"redis-queue.health.down-after=1s", "redis-queue.queues.grouped.groups.enabled=true",
						"redis-queue.schedules.often.queue=planned", "redis-queue.schedules.often.every=1s",
						"redis-queue.schedules.often.payload=planned")
				.run((context) -> survives(context, shortage));
		}
	}

	private void survives(AssertableApplicationContext context, Shortage shortage) {
		Handlers handlers = context.getBean(Handlers.class);
		send(context, "before", Duration.ZERO);
		awaitAll(context, handlers);
		send(context, "due", Duration.ofSeconds(2));
		shortage.begin();
		await().until(shortage::hasBegun);
		await().pollInterval(Duration.ofMillis(20)).until(() -> {
			if (shortage.canSend()) {
				sendIfThatWorks(context, "meanwhile" + this.sent.size());
			}
			return shortage.isFelt() && told(context, shortage.trouble());
		});
		shortage.end();
		send(context, "after", Duration.ZERO);
		awaitAll(context, handlers);
	}

	private static boolean told(AssertableApplicationContext context, @Nullable String trouble) {
		return trouble == null || QUEUES.stream().map((queue) -> health(context, queue)).anyMatch((health) -> {
			boolean isDown = health.getStatus().equals(Status.DOWN);
			return isDown && health.getDetails().toString().contains(trouble);
		});
	}

	private static Health health(AssertableApplicationContext context, String queue) {
		CompositeHealthContributor queues = (CompositeHealthContributor) context
			.getBean(HealthContributorRegistry.class)
			.getContributor("redisQueue");
		return ((HealthIndicator) queues.getContributor(queue)).health();
	}

	private void send(AssertableApplicationContext context, String name, Duration delay) {
		for (int i = 0; i < MANY; i++) {
			send(context, name + i, i, delay);
		}
	}

	/** Of an error nobody knows whether the job was added. */
	private void sendIfThatWorks(AssertableApplicationContext context, String name) {
		try {
			send(context, name, 0, Duration.ZERO);
		}
		catch (InternalError ex) {
			assertThat(ex).hasMessageStartingWith("Java heap space");
		}
	}

	private void send(AssertableApplicationContext context, String name, int group, Duration delay) {
		QueueOperations queues = context.getBean(QueueOperations.class);
		if (!name.startsWith("before")) {
			queues.send("late", SendRequest.of(name).withDelay(delay));
			this.sent.add("late " + name);
		}
		queues.send("plain", SendRequest.of(name).withDelay(delay));
		this.sent.add("plain " + name);
		queues.send("grouped", SendRequest.of(name).withGroup("group" + group % 3).withDelay(delay));
		this.sent.add("grouped " + name);
	}

	private void awaitAll(AssertableApplicationContext context, Handlers handlers) {
		int fired = handlers.fired.size();
		await().untilAsserted(() -> {
			assertThat((Collection<String>) handlers.handled).containsAll(this.sent);
			assertThat(handlers.fired.size()).isGreaterThan(fired + 2);
			assertThat(QUEUES)
				.allSatisfy((queue) -> assertThat(health(context, queue).getStatus()).isEqualTo(Status.UP));
		});
	}

	static class Handlers {

		private final ConcurrentLinkedQueue<String> handled = new ConcurrentLinkedQueue<>();

		private final ConcurrentLinkedQueue<String> fired = new ConcurrentLinkedQueue<>();

		@QueueListener(queue = "plain", concurrency = "2")
		void plain(String name) {
			this.handled.add("plain " + name);
		}

		@QueueListener(queue = "grouped", concurrency = "2")
		void grouped(String name) {
			this.handled.add("grouped " + name);
		}

		/** No thread has handled its jobs before. */
		@QueueListener("late")
		void late(String name) {
			this.handled.add("late " + name);
		}

		@QueueListener("planned")
		void planned(String name) {
			this.fired.add(name);
		}

	}

}
