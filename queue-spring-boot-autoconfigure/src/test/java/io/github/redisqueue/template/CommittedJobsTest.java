package io.github.redisqueue.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.observation.QueueObservations;
import io.github.redisqueue.observation.RecordedObservations;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.QueueFixture;
import io.github.redisqueue.test.Stub;
import io.github.redisqueue.type.JobTypes;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.messaging.converter.StringMessageConverter;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Jobs whose transaction has committed.
 */
@ExtendWith(OutputCaptureExtension.class)
class CommittedJobsTest {

	private final ApplicationContextRunner runner = QueueContexts.withoutRedis()
		.withUserConfiguration(TransactionalSends.Database.class)
		.withPropertyValues("redis-queue.template.after-commit=true", "redis-queue.cleaner.enabled=false");

	@Test
	void ofOneQueueAreOneCall() {
		try (PrivateRedis server = PrivateRedis.start()) {
			// Without a cleaner, a script compares the layout at that interval.
			String[] properties = { "spring.data.redis.port=" + server.port(),
					"redis-queue.cleaner.light-interval=365d" };
			this.runner.withPropertyValues(properties).run((context) -> {
				QueueOperations queues = context.getBean(QueueOperations.class);
				RedisConnectionFactory connections = context.getBean(RedisConnectionFactory.class);
				queues.sendAll("jobs", List.of("script", "and", "layout"));
				queues.send("mails", "layout");
				long before = QueueFixture.calls(connections, "evalsha");
				queues.sendAll("jobs", IntStream.range(0, 400).boxed().toList());
				long afterBatch = QueueFixture.calls(connections, "evalsha");
				assertThat(afterBatch - before).as("a batch without a transaction").isOne();
				context.getBean(TransactionTemplate.class).executeWithoutResult((status) -> {
					for (int i = 0; i < 10; i++) {
						queues.send("jobs", i);
						queues.send("mails", i);
					}
				});
				assertThat(QueueFixture.calls(connections, "evalsha") - afterBatch).isEqualTo(2);
				assertThat(context.getBean(WorkQueues.class).forWorker("mails").lease(20).leases())
					.extracting((lease) -> new String(lease.job().payload()))
					.startsWith("layout", "0", "1", "2")
					.hasSize(11);
			});
		}
	}

	@Test
	void areNamedInTheLogIfRedisIsAwayAndTheCallerSeesTheCommit(CapturedOutput output) {
		this.runner.run((context) -> {
			QueueOperations queues = context.getBean(QueueOperations.class);
			JdbcTemplate database = context.getBean(JdbcTemplate.class);
			context.getBean(TransactionTemplate.class).executeWithoutResult((status) -> {
				database.update("insert into orders values ('A-1')");
				queues.send("orders", SendRequest.of("text").withId("A-1"));
				queues.send("mails", SendRequest.of("text").withId("mail\n1"));
			});
			assertThat(database.queryForList("select id from orders", String.class)).containsExactly("A-1");
			assertThat(output).contains("ERROR",
					"A transaction has committed, but sending its jobs to queue 'orders'"
							+ " failed, so they may be missing there. Send these again with the same ids; a job that is"
							+ " present is not added twice. An outbox prevents such losses, see docs/transactions.md:"
							+ " 'A-1'",
					"to queue 'mails' failed", "'mail\\n1'", "RedisConnectionFailureException");
		});
	}

	@Test
	void areSentThoughThoseOfAnotherQueueFail(CapturedOutput output) {
		try (PrivateRedis server = PrivateRedis.start()) {
			this.runner.withPropertyValues("spring.data.redis.port=" + server.port()).run((context) -> {
				QueueOperations queues = context.getBean(QueueOperations.class);
				StringRedisTemplate redis = context.getBean(StringRedisTemplate.class);
				redis.opsForValue().set("queue:{first}:queue", "no list");
				redis.opsForValue().set("queue:{third}:queue", "no list");
				context.getBean(TransactionTemplate.class).executeWithoutResult((status) -> {
					for (String queue : List.of("first", "second", "third", "fourth")) {
						queues.send(queue, SendRequest.of("text").withId("of-" + queue));
					}
				});
				WorkQueues all = context.getBean(WorkQueues.class);
				assertThat(List.of("second", "fourth")).allMatch((queue) -> all.get(queue).counts().ready() == 1);
				assertThat(output)
					.contains("to queue 'first' failed", "'of-first'", "to queue 'third' failed", "'of-third'")
					.doesNotContain("of-second", "of-fourth");
			});
		}
	}

	@Test
	void areAllNamedInTheLogHoweverMany(CapturedOutput output) {
		this.runner.run((context) -> {
			List<SendRequest> requests = IntStream.range(0, 250)
				.mapToObj((number) -> SendRequest.of("text").withId("number" + number))
				.toList();
			context.getBean(TransactionTemplate.class)
				.executeWithoutResult((status) -> context.getBean(QueueOperations.class).sendAll("jobs", requests));
			assertThat(requests).allMatch((request) -> output.toString().contains("'" + request.id + "'"));
			assertThat(output.toString().lines().filter((line) -> line.contains("A transaction has committed")))
				.hasSize(3);
		});
	}

	@Test
	void areNotSentButNamedIfNobodyKnowsThatTheyAre(CapturedOutput output) {
		try (PrivateRedis server = PrivateRedis.start()) {
			this.runner.withPropertyValues("spring.data.redis.port=" + server.port()).run((context) -> {
				TransactionalSends.OuterTransactions transactions = new TransactionalSends.OuterTransactions();
				new TransactionTemplate(transactions)
					.executeWithoutResult((status) -> context.getBean(QueueOperations.class)
						.send("jobs", SendRequest.of("text").withId("A-1")));
				transactions.complete(TransactionSynchronization.STATUS_UNKNOWN);
				assertThat(output).contains("It is unknown whether a transaction has committed, so its jobs for queue"
						+ " 'jobs' were not sent. Find out, and if it has, send these again: 'A-1'");
				List<Lease> leases = context.getBean(WorkQueues.class).forWorker("jobs").lease(1).leases();
				assertThat(leases).isEmpty();
			});
		}
	}

	@Test
	void areSentByTheThreadOfTheirCallerIfTheClientIsNotAsynchronousThoughItIsInterrupted() {
		try (PrivateRedis server = PrivateRedis.start()) {
			WatchedJedis jedis = new WatchedJedis(server.port());
			this.runner.withBean(WatchedJedis.class, () -> jedis).run((context) -> {
				context.getBean(TransactionTemplate.class).executeWithoutResult((status) -> {
					context.getBean(QueueOperations.class).send("jobs", "text");
					context.getBean(QueueOperations.class).send("mails", "text");
					Thread.currentThread().interrupt();
				});
				assertThat(Thread.interrupted()).isTrue();
				assertThat(jedis.users).contains(Thread.currentThread())
					.noneMatch((thread) -> thread.getName().startsWith("queue-add"));
				WorkQueues all = context.getBean(WorkQueues.class);
				assertThat(List.of("jobs", "mails")).allMatch((queue) -> all.get(queue).counts().ready() == 1);
			});
		}
	}

	@Test
	void areNoLongerObservedIfTheirCallCannotBegin() {
		this.runner.run((context) -> {
			RecordedObservations observed = new RecordedObservations();
			ObservationRegistry registry = ObservationRegistry.create();
			registry.observationConfig().observationHandler(observed);
			WorkQueues real = context.getBean(WorkQueues.class);
			AtomicInteger calls = new AtomicInteger();
			WorkQueues failing = Stub.of(WorkQueues.class, (self, method, arguments) -> {
				if (method.getName().equals("forWorker") && calls.incrementAndGet() > 1) {
					throw new IllegalStateException("on purpose");
				}
				return method.invoke(real, arguments);
			});
			QueueTemplate template = new QueueTemplate(failing, new StringMessageConverter(), new JobTypes(Map.of()),
					new QueueObservations(registry, null, null), true, (queue, job) -> {
					});
			context.getBean(TransactionTemplate.class).executeWithoutResult((status) -> template.send("jobs", "text"));
			assertThat(observed.stopped).singleElement()
				.extracting(Observation.Context::getError)
				.isInstanceOf(IllegalStateException.class);
		});
	}

	@Test
	void ofAllQueuesAreUnderWayBeforeAnyIsAwaited() {
		List<String> steps = new ArrayList<>();
		BiFunction<String, List<OutgoingJob>, Runnable> starter = (queue, jobs) -> {
			steps.add("start " + queue);
			return () -> steps.add("await " + queue);
		};
		TransactionSynchronizationManager.initSynchronization();
		try {
			for (String queue : List.of("orders", "mails", "orders")) {
				PendingJobs.add(starter, queue, List.of(new OutgoingJob(Job.of(new byte[0]), AddMode.UNCHECKED, true)));
			}
			TransactionSynchronizationManager.getSynchronizations()
				.forEach((jobs) -> jobs.afterCompletion(TransactionSynchronization.STATUS_COMMITTED));
		}
		finally {
			TransactionSynchronizationManager.clear();
		}
		assertThat(steps).containsExactly("start orders", "start mails", "await orders", "await mails");
	}

	/** Knows which threads have used it. */
	private static final class WatchedJedis extends JedisConnectionFactory {

		private final Set<Thread> users = ConcurrentHashMap.newKeySet();

		WatchedJedis(int port) {
			super(new RedisStandaloneConfiguration("localhost", port));
		}

		@Override
		public RedisConnection getConnection() {
			this.users.add(Thread.currentThread());
			return super.getConnection();
		}

	}

}
