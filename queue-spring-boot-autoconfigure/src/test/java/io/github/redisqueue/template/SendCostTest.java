package io.github.redisqueue.template;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

import com.sun.management.ThreadMXBean;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.test.PrivateRedis;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ContextConsumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What it costs to send one job, a text of 200 bytes to a queue with a name of six
 * letters: commands of the server with those in the script, bytes that it receives, and
 * bytes that the sender allocates; and the commands to handle jobs that are due, and to
 * wait. Each is too little to be seen in a benchmark. Who changes what a job costs
 * changes a number here. What leases and completions cost is in
 * {@code OneJobCommandsTest}.
 */
class SendCostTest {

	private static final String PAYLOAD = "x".repeat(198);

	private static final int JOBS = 200;

	private static final long ALLOCATED = 3800;

	private static final Pattern CALLS = Pattern.compile("cmdstat_(?!info|config)[^:]+:calls=(\\d+)");

	private static final Pattern BYTES = Pattern.compile("total_net_input_bytes:(\\d+)");

	private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	@AutoClose
	private static final PrivateRedis redis = PrivateRedis.start();

	@ParameterizedTest
	@CsvSource({ "lease, false, 5", "lease, true, 7", "stream, false, 7", "stream, true, 7", "list, false, 8",
			"list, true, 8", "delayed, false, 9", "delayed, true, 9" })
	void ofAPlainJobBehindOthers(String type, boolean besideALeasedOne, int commands) {
		run(type, (context) -> {
			Runnable sending = () -> context.getBean(QueueOperations.class).send("orders", PAYLOAD);
			repeat(sending);
			if (besideALeasedOne) {
				assertThat(context.getBean(WorkQueues.class).forWorker("orders").lease(1).leases()).hasSize(1);
			}
			assertThat(leastOfRounds(sending, CALLS)).as("commands").isEqualTo(commands);
			assertThat(leastOfRounds(sending, BYTES)).as("bytes received").isBetween(432L, 437L);
			long before = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
			repeat(sending);
			long after = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
			assertThat((after - before) / JOBS).as("bytes allocated")
				.isBetween(ALLOCATED * 9 / 10, ALLOCATED * 11 / 10);
		});
	}

	@ParameterizedTest
	@CsvSource({ "lease, 8", "stream, 8", "list, 8", "delayed, 8" })
	void ofADelayedJobBehindOthers(String type, int commands) {
		run(type, (context) -> {
			SendRequest request = SendRequest.of(PAYLOAD).withDelay(Duration.ofHours(1));
			Runnable sending = () -> context.getBean(QueueOperations.class).send("orders", request);
			repeat(sending);
			assertThat(leastOfRounds(sending, CALLS)).as("commands").isEqualTo(commands);
		});
	}

	/**
	 * With the addition, at most ten each. Those with ids of the application have
	 * headers.
	 */
	@ParameterizedTest
	@CsvSource({ "lease, 307, 367", "stream, 291, 294", "list, 117, 171", "delayed, 88, 144" })
	void ofDelayedJobsThatAreDueAtOnce(String type, int commands, int withIds) {
		SendRequest request = SendRequest.of(PAYLOAD).withDelay(Duration.ofMillis(200));
		AtomicInteger number = new AtomicInteger();
		run(type, (context) -> {
			assertThat(leastOfDue(context, () -> request)).as("commands for all, last %s", stats()).isEqualTo(commands);
			assertThat(leastOfDue(context, () -> request.withId("job-" + number.incrementAndGet())))
				.as("with headers, last %s", stats())
				.isEqualTo(withIds);
		});
	}

	private static long leastOfDue(AssertableApplicationContext context, Supplier<SendRequest> requests) {
		WorkerQueue queue = context.getBean(WorkQueues.class).forWorker("orders");
		return leastOfRounds(() -> {
			repeat(() -> context.getBean(QueueOperations.class).send("orders", requests.get()));
			await().until(() -> queue.counts().ready() == JOBS);
			redis.commands().configResetstat();
			int ended = 0;
			while (ended < JOBS) {
				ended += queue.complete(queue.lease(50).leases()).size();
			}
			return sum(CALLS);
		});
	}

	private static String stats() {
		return redis.commands().info("commandstats");
	}

	/** From its addition to the next wait of the listener. */
	@ParameterizedTest
	@CsvSource({ "lease, 19", "stream, 19", "list, 19", "delayed, 19" })
	void ofAJobThatAListenerHandles(String type, int commands) {
		application(type).withBean(QueueContexts.Listener.class)
			.withPropertyValues("redis-queue.listener.poll-interval=1h")
			.run((context) -> assertThat(leastOfRounds(() -> {
				int handled = context.getBean(QueueContexts.Listener.class).texts.size();
				redis.commands().configResetstat();
				context.getBean(QueueOperations.class).send("jobs", PAYLOAD);
				await().until(() -> context.getBean(QueueContexts.Listener.class).texts.size() > handled);
				await().until(() -> stats(),
						(calls) -> calls.contains("blpop:") && calls.matches("(?s).*evalsha:calls=([3-9]|\\d\\d).*"));
				return sum(CALLS);
			})).isEqualTo(commands));
	}

	/** A listener looks once a second whether a job is there though nobody rang. */
	@ParameterizedTest
	@CsvSource({ "lease, 2", "stream, 2", "list, 2", "delayed, 2" })
	void ofASecondWithoutAJob(String type, int commands) {
		application(type).withBean(QueueContexts.Listener.class)
			.withPropertyValues("redis-queue.listener.poll-interval=200ms")
			.run((context) -> assertThat(leastOfRounds(() -> {
				redis.commands().configResetstat();
				await().until(() -> stats().contains("cmdstat_exists:"));
				return sum(CALLS);
			})).isEqualTo(commands));
	}

	private static void run(String type, ContextConsumer<AssertableApplicationContext> test) {
		application(type).run(test);
	}

	private static ApplicationContextRunner application(String type) {
		redis.commands().flushall();
		return QueueContexts.withoutRedis()
			.withPropertyValues("spring.data.redis.port=" + redis.port(), "redis-queue.type=" + type,
					"redis-queue.key-prefix=queue:");
	}

	private static void repeat(Runnable sending) {
		for (int i = 0; i < JOBS; i++) {
			sending.run();
		}
	}

	private static long leastOfRounds(Runnable sending, Pattern pattern) {
		return leastOfRounds(() -> {
			redis.commands().configResetstat();
			repeat(sending);
			return sum(pattern) / JOBS;
		});
	}

	/** The application, too, has commands now and then, and may send a whole script. */
	private static long leastOfRounds(LongSupplier round) {
		return LongStream.generate(round).limit(3).min().orElseThrow();
	}

	private static long sum(Pattern pattern) {
		return pattern.matcher(redis.commands().info("all"))
			.results()
			.mapToLong((found) -> Long.parseLong(found.group(1)))
			.sum();
	}

}
