package io.github.redisqueue.cleaner;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.github.redisqueue.Cause;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Job;
import io.github.redisqueue.QueueLayoutException;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.background.ApplicationThreads;
import io.github.redisqueue.background.Outages;
import io.github.redisqueue.listener.JobBuriedEvent;
import io.github.redisqueue.metrics.QueueEvents;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationListener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

@RedisTest
@ExtendWith(OutputCaptureExtension.class)
class QueueCleanerTest {

	private static final List<Logger> LOGGERS = Stream.of(QueueCleaner.class, Outages.class)
		.map((type) -> (Logger) LoggerFactory.getLogger(type))
		.toList();

	private final TestRedis redis;

	private final Events events = new Events();

	/** Spring keeps applications of other tests. */
	private final Set<Thread> threadsOfOthers = Thread.getAllStackTraces().keySet();

	QueueCleanerTest(TestRedis redis) {
		this.redis = redis;
	}

	@BeforeEach
	void logWhatHappens() {
		LOGGERS.forEach((logger) -> logger.setLevel(Level.INFO));
	}

	@AfterEach
	void logAsBefore() {
		LOGGERS.forEach((logger) -> logger.setLevel(null));
	}

	@Test
	void jobsOfVanishedWorkersComeBackAndAreToldOf(CapturedOutput output) {
		runner().run((context) -> {
			WorkerQueue queue = context.getBean(WorkQueues.class).forWorker("jobs");
			abandon(queue);
			await().until(() -> queue.counts().ready() == 1);
			await().until(() -> this.events.reclaimed.getOrDefault("jobs", 0L) == 1);
			await().until(() -> output.getOut()
				.contains("Cleaned queue 'jobs': 1 jobs of crashed workers became ready again, 0 jobs were moved"));
		});
	}

	@Test
	void aQueueThatIsForgottenIsCleanedNoMore() {
		runner().run((context) -> {
			WorkQueues queues = context.getBean(WorkQueues.class);
			WorkerQueue gone = queues.forWorker("jobs");
			queues.forget("jobs");
			for (long cleaned = 1; cleaned <= 3; cleaned++) {
				long before = cleaned;
				abandon(queues.forWorker("others"));
				await().until(() -> this.events.reclaimed.getOrDefault("others", 0L) == before);
				if (cleaned == 1) {
					// The last cleaning of the queue is over.
					abandon(gone);
				}
			}
			assertThat(gone.counts().leased()).isOne();
		});
	}

	@Test
	void applicationsCleanAQueueInTurn() {
		runner()
			.withPropertyValues("redis-queue.cleaner.light-interval=2s", "redis-queue.cleaner.deep-interval=3s",
					"redis-queue.queues.jobs.shards=2")
			.run((context) -> {
				for (String shard : List.of("{jobs/0}", "{jobs/1}")) {
					awaitTurn(shard + ":turn:light", 1600);
					awaitTurn(shard + ":turn:deep", 2400);
				}
			});
	}

	private void awaitTurn(String key, long millis) {
		await().pollInterval(Duration.ofMillis(20))
			.until(() -> this.redis.commands().pttl(this.redis.keyPrefix() + key),
					(left) -> left > 0 && left <= millis);
	}

	@Test
	void jobsThatCrashedTooOftenAreToldOf() {
		Queue<JobBuriedEvent> told = new ConcurrentLinkedQueue<>();
		runner().withPropertyValues("redis-queue.retry.max-crashes=1")
			.withInitializer((context) -> context.addApplicationListener(ApplicationListener.forPayload(told::add)))
			.run((context) -> {
				WorkerQueue queue = context.getBean(WorkQueues.class).forWorker("jobs");
				abandon(queue);
				await().until(() -> queue.counts().ready() == 1);
				await().until(() -> {
					// A start that comes after the lease has run out is not recorded.
					queue.start(queue.lease(1).leases(), true);
					return queue.counts().dead() == 1;
				});
				await().until(() -> this.events.buried.getOrDefault("jobs", 0L) == 1);
				await().until(() -> told.size() == 1);
				DeadLetter letter = queue.deadLetters().page(0, 1).get(0);
				assertThat(letter.cause().reason()).isEqualTo(Cause.Reason.CRASHES);
				assertThat(told).containsExactly(new JobBuriedEvent("jobs", null, letter.job(), letter.cause()));
			});
	}

	@Test
	void aBrokenShardHidesNotWhatIsDoneInTheOther(CapturedOutput output) {
		runner().withPropertyValues("redis-queue.queues.jobs.shards=2").run((context) -> {
			WorkerQueue queue = context.getBean(WorkQueues.class).forWorker("jobs");
			this.redis.commands().set(this.redis.keyPrefix() + "{jobs/1}:processing", "this is no list");
			queue.add(IntStream.range(0, 20).mapToObj((i) -> Job.of("job-" + i, new byte[0])).toList());
			int leased = queue.lease(20).leases().size();
			assertThat(leased).isBetween(1, 19);
			await().until(() -> this.events.reclaimed.getOrDefault("jobs", 0L) == leased);
			await().until(() -> output.getOut().contains("Cannot run the light cleaning of queue 'jobs'"));
			assertThat(output.getOut().lines().filter((line) -> line.contains("Cannot run the light cleaning")))
				.allSatisfy(
						(line) -> assertThat(line).contains("{jobs/1}:processing").doesNotContain("Is Redis running"));
		});
	}

	@Test
	void cleaningsGoOnAfterAFailureThatCannotBeToldOf() {
		this.events.failure.set(new IllegalStateException() {

			@Override
			public String getMessage() {
				throw new InternalError("on purpose");
			}

		});
		runner().run((context) -> {
			WorkerQueue queue = context.getBean(WorkQueues.class).forWorker("jobs");
			abandon(queue);
			await().dontCatchUncaughtExceptions().until(() -> this.events.failure.get() == null);
			abandon(queue);
			await().dontCatchUncaughtExceptions().until(() -> this.events.reclaimed.getOrDefault("jobs", 0L) >= 1);
		});
	}

	@Test
	void aQueueMayBeLeftUncleaned() {
		runner().withPropertyValues("redis-queue.queues.dirty.cleaner.enabled=false").run((context) -> {
			WorkerQueue dirty = context.getBean(WorkQueues.class).forWorker("dirty");
			WorkerQueue clean = context.getBean(WorkQueues.class).forWorker("clean");
			abandon(dirty);
			abandon(clean);
			await().until(() -> clean.counts().ready() == 1);
			// As long again as the clean queue took at most.
			await().during(Duration.ofMillis(300)).until(() -> dirty.counts().ready() == 0);
		});
	}

	@Test
	void theLayoutOfAQueueIsComparedAgainThoughNobodyHereCleansIt(CapturedOutput output) {
		runner().withPropertyValues("redis-queue.queues.dirty.cleaner.enabled=false").run((context) -> {
			WorkQueue dirty = context.getBean(WorkQueues.class).get("dirty");
			dirty.counts();
			String type = this.redis.keyPrefix() + "{dirty}:type";
			this.redis.commands().del(type);
			await().until(() -> "lease".equals(this.redis.commands().get(type)));
			this.redis.commands().set(type, "stream");
			await().untilAsserted(() -> assertThat(output).containsOnlyOnce("Cannot use queue 'dirty'")
				.contains("Queue 'dirty' is recorded in Redis with type 'stream' and 1 shard"));
			assertThatExceptionOfType(QueueLayoutException.class).isThrownBy(() -> dirty.add(Job.of(new byte[0])));
			this.redis.commands().set(type, "lease");
			await().untilAsserted(() -> assertThat(output).contains("Can use queue 'dirty' again"));
		});
	}

	@Test
	void theLayoutOfAQueueWithoutJobsIsComparedAgain(CapturedOutput output) {
		runner().withBean(QueueContexts.Listener.class)
			.withPropertyValues("redis-queue.lease-time=1m")
			.run((context) -> {
				WorkerQueue jobs = context.getBean(WorkQueues.class).forWorker("jobs");
				await().until(jobs::isIdle);
				String type = this.redis.keyPrefix() + "{jobs}:type";
				this.redis.commands().del(type);
				await().until(() -> "lease".equals(this.redis.commands().get(type)));
				this.redis.commands().set(type, "stream");
				await().until(() -> output.getOut().contains("Cannot run the light cleaning of queue 'jobs'"));
				this.redis.commands().set(type, "lease");
				await().until(() -> output.getOut().contains("Can run the light cleaning of queue 'jobs' again"));
			});
	}

	@Test
	void deepCleaningsFindWhatLightOnesCannot() {
		runner().withPropertyValues("redis-queue.cleaner.deep-interval=50ms").run((context) -> {
			WorkerQueue queue = context.getBean(WorkQueues.class).forWorker("jobs");
			// As a foreign client leaves it that dies in the middle of an addition.
			this.redis.commands().set(this.redis.keyPrefix() + "{jobs}:item:42", "payload");
			await().until(() -> queue.counts().ready() == 1);
		});
	}

	@Test
	void aStoppedCleanerCleansNothingAndARestartedOneAllQueues() {
		runner().run((context) -> {
			QueueCleaner cleaner = context.getBean(QueueCleaner.class);
			WorkerQueue queue = context.getBean(WorkQueues.class).forWorker("jobs");
			cleaner.stop();
			assertThat(cleaner.isRunning()).isFalse();
			abandon(queue);
			await().during(Duration.ofMillis(300)).until(() -> queue.counts().ready() == 0);
			cleaner.start();
			await().until(() -> queue.counts().ready() == 1);
		});
	}

	@Test
	void aStoppedCleanerLeavesNoTasksBehind() {
		runner().run((context) -> {
			context.getBean(WorkQueues.class).get("jobs");
			QueueCleaner cleaner = context.getBean(QueueCleaner.class);
			Collection<?> scheduled = ((ScheduledThreadPoolExecutor) context.getBean(ApplicationThreads.class)
				.scheduler()).getQueue();
			cleaner.stop();
			int others = scheduled.size();
			for (int i = 0; i < 20; i++) {
				cleaner.start();
				cleaner.stop();
			}
			assertThat(scheduled).hasSizeLessThan(others + 10);
		});
	}

	@Test
	void anOutageIsToldOfOnceAndSurvived(CapturedOutput output) {
		try (PrivateRedis server = PrivateRedis.start("appendonly yes", "appendfsync always")) {
			runner().withPropertyValues("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + server.port())
				.run((context) -> {
					WorkerQueue queue = context.getBean(WorkQueues.class).forWorker("jobs");
					abandon(queue);
					server.kill();
					await().until(() -> output.getOut().contains("Cannot run the light cleaning of queue 'jobs'"));
					await().during(Duration.ofMillis(500))
						.until(() -> output.getOut().split("Cannot run the light cleaning", -1).length == 2);
					server.restart();
					await().until(() -> output.getOut().contains("Can run the light cleaning of queue 'jobs' again"));
					await().until(() -> queue.counts().ready() == 1);
				});
		}
	}

	@Test
	void anApplicationThatOnlyNamesQueuesStaysAlive() {
		runner().withPropertyValues("redis-queue.queues.jobs.lease-time=1s").run((context) -> {
			await().until(() -> isAliveForever("queue-keep-alive"));
			context.getBean(QueueCleaner.class).stop();
			await().until(() -> !isAliveForever("queue-keep-alive"));
		});
	}

	@Test
	void anApplicationThatOnlySendsMayEnd() {
		runner().run((context) -> {
			context.getBean(WorkQueues.class).get("jobs");
			await().until(() -> thread("queue-cleaner-light-1"));
			assertThat(isAliveForever("queue-keep-alive")).isFalse();
		});
	}

	private boolean thread(String name) {
		return threads(name).findAny().isPresent();
	}

	private boolean isAliveForever(String name) {
		return threads(name).anyMatch((thread) -> !thread.isDaemon());
	}

	private Stream<Thread> threads(String name) {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().equals(name) && !this.threadsOfOthers.contains(thread));
	}

	private ApplicationContextRunner runner() {
		return QueueContexts.with(this.redis)
			.withBean("io.github.redisqueue.internal.events", QueueEvents.class, () -> this.events)
			.withPropertyValues("redis-queue.lease-time=50ms", "redis-queue.allow-short-leases=true",
					"redis-queue.cleaner.light-interval=50ms");
	}

	/** Leases a job and lets the lease run out. */
	private static void abandon(WorkerQueue queue) {
		queue.add(Job.of(new byte[0]));
		assertThat(queue.lease(1).leases()).hasSize(1);
	}

	private static final class Events implements QueueEvents {

		private final Map<String, Long> reclaimed = new ConcurrentHashMap<>();

		private final Map<String, Long> buried = new ConcurrentHashMap<>();

		private final AtomicReference<RuntimeException> failure = new AtomicReference<>();

		@Override
		public void happened(Kind kind, String queue, long jobs) {
			RuntimeException failure = (kind == Kind.RECLAIMED) ? this.failure.getAndSet(null) : null;
			if (failure != null) {
				throw failure;
			}
			((kind == Kind.RECLAIMED) ? this.reclaimed : this.buried).merge(queue, jobs, Long::sum);
		}

	}

}
