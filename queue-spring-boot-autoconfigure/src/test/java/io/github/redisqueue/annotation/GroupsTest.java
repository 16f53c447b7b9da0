package io.github.redisqueue.annotation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import io.github.redisqueue.Lease;
import io.github.redisqueue.Obstacle;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.listener.QueueListenerContainerFactory;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.test.QueueTypes;
import io.github.redisqueue.test.ShownJobs;
import io.github.redisqueue.test.TestRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.messaging.handler.annotation.Header;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Listeners of queues whose jobs have groups.
 */
@ExtendWith(OutputCaptureExtension.class)
class GroupsTest extends QueueListenerTests {

	private static final String WARNING = "completes the jobs of queue 'orders' before it handles them (ack mode"
			+ " before), so the next job of a group begins while the handler of the one before may still run: the jobs"
			+ " of a group are handled neither one after the other nor in order, although"
			+ " redis-queue.queues.orders.groups.enabled is true. For that, use the ack mode after";

	private final Work work = new Work();

	GroupsTest(TestRedis redis) {
		super(redis, "redis-queue.queues.orders.groups.enabled=true");
	}

	/** Sends jobs of some groups in turns: {@code a-0}, {@code b-0}, {@code a-1} ... */
	private static void send(BeanFactory beans, int each, String... groups) {
		List<SendRequest> requests = new ArrayList<>();
		for (int i = 0; i < each; i++) {
			for (String group : groups) {
				requests.add(SendRequest.of(group + "-" + i).withId(group + "-" + i).withGroup(group));
			}
		}
		send(beans, "orders", requests.toArray());
	}

	private static List<String> jobs(String group, int count) {
		return IntStream.range(0, count).mapToObj((i) -> group + "-" + i).toList();
	}

	private static QueueCounts counts(BeanFactory beans) {
		return queue(beans, "orders").counts();
	}

	private static void awaitDrained(BeanFactory beans) {
		await().untilAsserted(() -> assertThat(counts(beans)).isEqualTo(ShownJobs.NONE));
	}

	@ParameterizedTest
	@QueueTypes
	void twoInstancesHandleTheJobsOfAGroupOneAfterTheOtherInTheirOrder(QueueType type) {
		assertOrder(this.runner.withPropertyValues("redis-queue.type=" + type));
	}

	@Test
	void soDoTheyWithShards() {
		assertOrder(this.runner.withPropertyValues("redis-queue.queues.orders.shards=3"));
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
		this.runner.withPropertyValues("redis-queue.type=" + type)
			.withBean(Listener.class, this.work)
			.run((context) -> {
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
		this.runner.withBean(Headers.class).run((context) -> {
			send(context, 1, "customer-42");
			send(context, "orders", SendRequest.of("text").withHeader(QueueHeaders.GROUP, "a header only"));
			Headers headers = context.getBean(Headers.class);
			await().until(() -> headers.seen.size() == 2);
			assertThat(headers.seen).containsExactlyInAnyOrder("customer-42, customer-42", "null, null");
		});
	}

	@Test
	void aListenerThatCompletesItsJobsBeforeIsWarnedOfOnceForEachQueue(CapturedOutput output) {
		withoutRedis("before").withBean("one", Plain.class).withBean("other", Other.class).run((context) -> {
			assertThat(context).hasNotFailed();
			context.getBean(QueueListenerContainerFactory.class).create("third", "orders", (lease) -> {
			});
			assertThat(output.getOut().split("completes the jobs of queue 'orders'", -1)).hasSize(2);
			assertThat(output).contains(WARNING);
		});
	}

	@Test
	void thereIsNoWarningWithoutGroupsNorInOtherAckModes(CapturedOutput output) {
		withoutRedis("after").withBean("listener", Plain.class).run((context) -> assertThat(context).hasNotFailed());
		QueueContexts.withoutRedis()
			.withPropertyValues("redis-queue.listener.ack-mode=before", "redis-queue.listener.auto-startup=false")
			.withBean("listener", Plain.class)
			.run((context) -> assertThat(context).hasNotFailed());
		assertThat(output).doesNotContain("completes the jobs");
	}

	private static ApplicationContextRunner withoutRedis(String ackMode) {
		return QueueContexts.withoutRedis()
			.withPropertyValues("redis-queue.queues.orders.groups.enabled=true",
					"redis-queue.listener.ack-mode=" + ackMode, "redis-queue.listener.auto-startup=false");
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

	static class Plain {

		@QueueListener("orders")
		void handle(String job) {
		}

	}

	static class Other {

		@QueueListener(queues = { "low", "orders" })
		void handle(String job) {
		}

	}

}
