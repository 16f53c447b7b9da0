package io.github.redisqueue.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.LeaseResult;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.listener.ErrorResolution;
import io.github.redisqueue.listener.HandlerInterceptor;
import io.github.redisqueue.listener.JobBuriedEvent;
import io.github.redisqueue.listener.JobErrorHandler;
import io.github.redisqueue.test.LivingJobs;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.QueueTypes;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;

import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationListener;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Queues whose jobs are forwarded to others.
 */
@RedisTest
@ExtendWith(OutputCaptureExtension.class)
class ForwardingTest {

	private ApplicationContextRunner runner;

	@BeforeEach
	void prepare(TestRedis redis) {
		this.runner = QueueContexts.with(redis).withPropertyValues("redis-queue.queues.reminders.forward-to=orders");
	}

	@ParameterizedTest
	@QueueTypes
	void dueJobsMoveAsTheyAre(QueueType type) {
		this.runner.withPropertyValues("redis-queue.queues.reminders.type=" + type).run((context) -> {
			WorkQueue reminders = context.getBean(WorkQueues.class).get("reminders");
			WorkerQueue orders = context.getBean(WorkQueues.class).forWorker("orders");
			reminders.add(List.of(Job.of("now", new byte[] { 1, 2 }).withHeaders(Map.of("k", "v")),
					Job.of("soon", new byte[0]).withDelay(Duration.ofMillis(300)),
					Job.of("later", new byte[0]).withDelay(Duration.ofHours(1))));
			await().until(() -> orders.counts().ready() == 2);
			List<Lease> leases = orders.lease(2).leases();
			assertThat(leases).extracting(Lease::id).containsExactly("now", "soon");
			assertThat(leases.get(0).job().payload()).containsExactly(1, 2);
			assertThat(leases.get(0).job().headers()).containsEntry("k", "v");
			// The forwarder completes a job here after it has added it there.
			await().untilAsserted(() -> assertThat(reminders.counts())
				.extracting(QueueCounts::ready, QueueCounts::delayed, QueueCounts::leased)
				.containsExactly(0L, 1L, 0L));
		});
	}

	@Test
	void whatIsInTheOtherQueueAlreadyIsNotAddedTwiceAndNamedInTheLog(CapturedOutput output) {
		this.runner.run((context) -> {
			WorkQueue reminders = context.getBean(WorkQueues.class).get("reminders");
			WorkerQueue orders = context.getBean(WorkQueues.class).forWorker("orders");
			List<Job> jobs = IntStream.range(0, 9).mapToObj((i) -> Job.of("job-\n" + i, new byte[0])).toList();
			orders.add(jobs.stream().map((job) -> Job.of(job.id(), new byte[] { 1 })).toList());
			reminders.pause();
			reminders.add(jobs);
			reminders.add(Job.of("new", new byte[0]));
			reminders.resume();
			await().until(() -> LivingJobs.of(reminders) == 0);
			await().untilAsserted(() -> assertThat(output)
				.contains("9 jobs of queue 'reminders' were completed without being added to queue 'orders'")
				.contains("'job-\\n0', 'job-\\n1', 'job-\\n2', 'job-\\n3', 'job-\\n4' and 4 more. "));
			assertThat(orders.lease(20).leases()).hasSize(10)
				.filteredOn((lease) -> lease.job().payload().length == 1)
				.hasSize(9);
		});
	}

	@Test
	void aJobThatTheOtherQueueRefusesIsBuriedAndTheOthersMoveOn(TestRedis redis, CapturedOutput output) {
		String tooLong = "x".repeat(501);
		Queue<JobBuriedEvent> told = new ConcurrentLinkedQueue<>();
		// The error handler of the application is not asked.
		QueueContexts.metered(this.runner)
			.withBean(JobErrorHandler.class, () -> (lease, thrown) -> ErrorResolution.complete())
			.withInitializer((context) -> context.addApplicationListener(ApplicationListener.forPayload(told::add)))
			.run((context) -> {
				WorkQueue reminders = context.getBean(WorkQueues.class).get("reminders");
				WorkQueue orders = context.getBean(WorkQueues.class).get("orders");
				reminders.pause();
				reminders.add(Job.of("before", new byte[0]));
				// Another program adds it, with an id that is longer than ours may be.
				String keys = redis.keyPrefix() + "{reminders}:";
				redis.commands().set(keys + "item:" + tooLong, "payload");
				redis.commands().lpush(keys + "queue", tooLong);
				reminders.add(Job.of("after", new byte[0]));
				reminders.resume();
				await().until(() -> orders.counts().ready() == 2);
				await().until(() -> LivingJobs.of(reminders) == 0);
				assertThat(reminders.deadLetters().page(0, 5)).singleElement().satisfies((dead) -> {
					assertThat(dead.id()).isEqualTo(tooLong);
					assertThat(dead.cause().message())
						.isEqualTo("Queue 'orders', to which jobs are forwarded, refuses it: "
								+ "A job id must have 1 to 500 characters, but has 501");
				});
				await().until(() -> told.size() == 1);
				DeadLetter letter = reminders.deadLetters().get(tooLong).orElseThrow();
				assertThat(told).containsExactly(
						new JobBuriedEvent("reminders", "reminders-to-orders", letter.job(), letter.cause()));
				await().until(() -> context.getBean(MeterRegistry.class)
					.get("redis.queue.buried")
					.tag("queue", "reminders")
					.counter()
					.count() == 1);
				await().untilAsserted(() -> assertThat(output)
					.contains("Job '" + "x".repeat(500) + "... (501 characters)' of queue 'reminders'")
					.contains("failed and was moved to the dead letters"));
			});
	}

	@ParameterizedTest
	@QueueTypes
	void jobsKeepTheirGroupsAndTheOrderInThem(QueueType type) {
		this.runner
			.withPropertyValues("redis-queue.type=" + type, "redis-queue.queues.reminders.groups.enabled=true",
					"redis-queue.queues.orders.groups.enabled=true")
			.run((context) -> {
				WorkQueue reminders = context.getBean(WorkQueues.class).get("reminders");
				WorkerQueue orders = context.getBean(WorkQueues.class).forWorker("orders");
				reminders.add(IntStream.range(0, 20)
					.mapToObj((i) -> Job.of("job-" + i, new byte[0]).withGroup("group-" + i % 2))
					.toList());
				await().until(() -> LivingJobs.of(reminders) == 0);
				assertThat(orders.counts()).extracting(QueueCounts::ready, QueueCounts::waiting)
					.containsExactly(2L, 18L);
				for (int i = 0; i < 20; i += 2) {
					List<Lease> leases = orders.lease(5).leases();
					assertThat(leases).extracting(Lease::id).containsExactlyInAnyOrder("job-" + i, "job-" + (i + 1));
					assertThat(leases).allSatisfy((lease) -> assertThat(lease.job().group())
						.isEqualTo("group-" + Integer.parseInt(lease.id().substring(4)) % 2));
					orders.complete(leases);
				}
			});
	}

	@Test
	void nothingIsLostNorCountedWhileTheOtherQueueHasNoRoom() {
		try (PrivateRedis server = PrivateRedis.start("maxmemory-policy noeviction")) {
			StringRedisTemplate redis = new StringRedisTemplate(server.connections(Duration.ofSeconds(5)));
			this.runner
				.withPropertyValues("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + server.port())
				.run((context) -> {
					WorkQueue reminders = context.getBean(WorkQueues.class).get("reminders");
					WorkerQueue orders = context.getBean(WorkQueues.class).forWorker("orders");
					reminders.pause();
					reminders.add(Job.of("a", new byte[0]));
					setMaxMemory(redis, "1");
					reminders.resume();
					await().during(Duration.ofMillis(500)).until(() -> orders.counts().ready() == 0);
					setMaxMemory(redis, "0");
					LeaseResult result = await().until(() -> orders.lease(1), (found) -> !found.leases().isEmpty());
					assertThat(result.leases()).extracting(Lease::id).containsExactly("a");
					await().until(() -> LivingJobs.of(reminders) == 0);
				});
		}
	}

	@ParameterizedTest
	@QueueTypes
	void jobsKeepTheirOrderAndNothingIsCountedWhenTheOtherQueueFails(QueueType type, TestRedis redis) {
		// More than one batch, and sorted by their ids they would be reversed.
		List<String> ids = IntStream.range(0, 600).mapToObj((i) -> "job-" + (999 - i)).toList();
		QueueContexts.metered(this.runner)
			.withPropertyValues("redis-queue.queues.reminders.type=" + type)
			.run((context) -> {
				WorkQueue reminders = context.getBean(WorkQueues.class).get("reminders");
				WorkerQueue orders = context.getBean(WorkQueues.class).forWorker("orders");
				MeterRegistry meters = context.getBean(MeterRegistry.class);
				String broken = redis.keyPrefix() + "{orders}:queue";
				redis.commands().set(broken, "of another type");
				reminders.add(ids.stream().map((id) -> Job.of(id, new byte[0])).toList());
				await().until(() -> handled(meters, "release") >= 1000);
				redis.commands().del(broken);
				await().until(() -> LivingJobs.of(reminders) == 0);
				assertThat(
						Stream.of(orders.lease(300), orders.lease(300)).flatMap((result) -> result.leases().stream()))
					.extracting(Lease::id)
					.containsExactlyElementsOf(ids);
				await().until(() -> handled(meters, "complete") == 600);
				assertThat(handled(meters, "postpone") + handled(meters, "retry") + handled(meters, "bury")).isZero();
			});
	}

	@Test
	void interceptorsOfTheApplicationDoNotTouchIt() {
		this.runner.withBean(HandlerInterceptor.class, EndingInterceptor::new).run((context) -> {
			WorkQueues queues = context.getBean(WorkQueues.class);
			queues.get("reminders").add(Job.of("a", new byte[0]));
			await().until(() -> LivingJobs.of(queues.get("reminders")) == 0);
			assertThat(queues.get("orders").counts().ready()).isEqualTo(1);
		});
	}

	@Test
	void itStartsWithAnApplicationThatIsInitializedLazily() {
		this.runner.withBean(LazyInitializationBeanFactoryPostProcessor.class).run((context) -> {
			WorkQueue reminders = context.getBean(WorkQueues.class).get("reminders");
			reminders.add(Job.of("a", new byte[0]));
			await().until(() -> LivingJobs.of(reminders) == 0);
		});
	}

	@Test
	void itStartsNotWithTheApplicationIfListenersDoNot() {
		this.runner.withPropertyValues("redis-queue.listener.auto-startup=false").run((context) -> {
			WorkQueue reminders = context.getBean(WorkQueues.class).get("reminders");
			reminders.add(Job.of("a", new byte[0]));
			await().during(Duration.ofMillis(300)).until(() -> reminders.counts().ready() == 1);
		});
	}

	@Test
	void aListenerOfAForwardedQueueIsRefused() {
		QueueContexts.withoutRedis()
			.withBean(QueueContexts.Listener.class)
			.withPropertyValues("redis-queue.queues.jobs.forward-to=others")
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("The jobs of queue 'jobs' are forwarded to queue 'others'")
				.hasMessageContaining("Listener.handle"));
	}

	/** How many times the handling of a job has ended with an outcome. */
	private static long handled(MeterRegistry meters, String outcome) {
		return meters.find("redis.queue.listener")
			.tag("outcome", outcome)
			.timers()
			.stream()
			.mapToLong(Timer::count)
			.sum();
	}

	private static void setMaxMemory(StringRedisTemplate redis, String bytes) {
		redis.execute((connection) -> {
			connection.serverCommands().setConfig("maxmemory", bytes);
			return null;
		}, false);
	}

	/** Ends each job without its handler. */
	static final class EndingInterceptor implements HandlerInterceptor {

		@Override
		public void around(Lease lease, Call call) {
		}

		@Override
		public void aroundBatch(List<Lease> leases, Call call) {
		}

	}

}
