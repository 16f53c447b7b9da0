package io.github.redisqueue.annotation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.github.redisqueue.Lease;
import io.github.redisqueue.Obstacle;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.test.QueueTypes;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.ShownJobs;
import io.github.redisqueue.test.TestRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.messaging.handler.annotation.Header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Listeners of queues whose jobs have groups.
 */
@RedisTest
class GroupsTest {

	private final TestRedis redis;

	private final Work work = new Work();

	GroupsTest(TestRedis redis) {
		this.redis = redis;
	}

	private ApplicationContextRunner runner(String... properties) {
		return QueueContexts.with(this.redis)
			.withPropertyValues("redis-queue.queues.orders.groups.enabled=true")
			.withPropertyValues(properties);
	}

	/** Runs two instances of an application. */
	private static void runTwo(ApplicationContextRunner runner, Consumer<BeanFactory> test) {
		runner.run((one) -> runner.run((other) -> {
			assertThat(one).hasNotFailed();
			assertThat(other).hasNotFailed();
			test.accept(one);
		}));
	}

	/** Sends jobs of some groups in turns: {@code a-0}, {@code b-0}, {@code a-1} ... */
	private static void send(BeanFactory beans, int each, String... groups) {
		List<SendRequest> requests = new ArrayList<>();
		for (int i = 0; i < each; i++) {
			for (String group : groups) {
				requests.add(SendRequest.of(group + "-" + i).withId(group + "-" + i).withGroup(group));
			}
		}
		beans.getBean(QueueOperations.class).sendAll("orders", requests);
	}

	private static List<String> jobs(String group, int count) {
		return IntStream.range(0, count).mapToObj((i) -> group + "-" + i).toList();
	}

	private static QueueCounts counts(BeanFactory beans) {
		return beans.getBean(WorkQueues.class).get("orders").counts();
	}

	private static void awaitDrained(BeanFactory beans) {
		await().untilAsserted(() -> assertThat(counts(beans)).isEqualTo(ShownJobs.NONE));
	}

	@ParameterizedTest
	@QueueTypes
	void twoInstancesHandleTheJobsOfAGroupOneAfterTheOtherInTheirOrder(QueueType type) {
		assertOrder(runner("redis-queue.type=" + type));
	}

	@ParameterizedTest
	@QueueTypes
	void soDoTheyWithShards(QueueType type) {
		assertOrder(runner("redis-queue.type=" + type, "redis-queue.queues.orders.shards=3"));
	}

	private void assertOrder(ApplicationContextRunner runner) {
		runTwo(runner.withBean(Listener.class, this.work), (beans) -> {
			send(beans, 40, "a", "b", "c");
			await().until(() -> this.work.handled.size() == 120);
			assertThat(this.work.ofGroup("a")).isEqualTo(jobs("a", 40));
			assertThat(this.work.ofGroup("b")).isEqualTo(jobs("b", 40));
			assertThat(this.work.ofGroup("c")).isEqualTo(jobs("c", 40));
			assertThat(this.work.most).containsOnly(Map.entry("a", 1), Map.entry("b", 1), Map.entry("c", 1));
			awaitDrained(beans);
		});
	}

	@ParameterizedTest
	@QueueTypes
	void aCancelledJobHoldsUpItsGroupUntilItsHandlerHasEnded(QueueType type) {
		runner("redis-queue.type=" + type).withBean(Listener.class, this.work).run((context) -> {
			this.work.block("a-0");
			send(context, 2, "a");
			await().until(() -> this.work.running.containsKey("a"));
			assertThat(context.getBean(QueueOperations.class).cancel("orders", "a-0")).isTrue();
			await().during(Duration.ofMillis(300)).until(() -> counts(context).waiting() == 1);
			assertThat(counts(context).obstacles()).containsExactly(Obstacle.GROUPS);
			this.work.unblock();
			await().until(() -> this.work.handled.size() == 2);
			assertThat(this.work.handled).containsExactly("a-0", "a-1");
			assertThat(this.work.most).containsOnly(Map.entry("a", 1));
			awaitDrained(context);
		});
	}

	@Test
	void aHandlerSeesTheGroupOfItsJob() {
		runner().withBean(Headers.class).run((context) -> {
			send(context, 1, "customer-42");
			context.getBean(QueueOperations.class)
				.send("orders", SendRequest.of("text").withHeader(QueueHeaders.GROUP, "a header only"));
			Headers headers = context.getBean(Headers.class);
			await().until(() -> headers.seen.size() == 2);
			assertThat(headers.seen).containsExactlyInAnyOrder("customer-42, customer-42", "null, null");
		});
	}

	/** The work of all instances. The group of a job is what its text begins with. */
	private static final class Work {

		final List<String> handled = new CopyOnWriteArrayList<>();

		/** How many jobs of each group run. */
		final Map<String, Integer> running = new ConcurrentHashMap<>();

		/** How many jobs of each group ran at the same time at most. */
		final Map<String, Integer> most = new ConcurrentHashMap<>();

		private final List<String> blocked = new CopyOnWriteArrayList<>();

		private final CountDownLatch end = new CountDownLatch(1);

		void block(String... jobs) {
			this.blocked.addAll(List.of(jobs));
		}

		void unblock() {
			this.end.countDown();
		}

		List<String> ofGroup(String group) {
			return this.handled.stream().filter((job) -> job.startsWith(group + "-")).toList();
		}

		void handle(String job) throws InterruptedException {
			String group = job.substring(0, job.indexOf('-'));
			this.most.merge(group, this.running.merge(group, 1, Integer::sum), Math::max);
			try {
				if (this.blocked.contains(job)) {
					this.end.await();
				}
				this.handled.add(job);
			}
			finally {
				this.running.computeIfPresent(group, (name, number) -> (number > 1) ? number - 1 : null);
			}
		}

	}

	static class Listener {

		private final Work work;

		Listener(Work work) {
			this.work = work;
		}

		@QueueListener("orders")
		void handle(String job) throws InterruptedException {
			this.work.handle(job);
		}

	}

	static class Headers {

		final List<String> seen = new CopyOnWriteArrayList<>();

		@QueueListener("orders")
		void handle(String job, @Nullable @Header(name = QueueHeaders.GROUP, required = false) String group,
				Lease lease) {
			this.seen.add(group + ", " + lease.job().group());
		}

	}

}
