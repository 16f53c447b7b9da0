package io.github.redisqueue.template;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import com.sun.management.ThreadMXBean;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.test.PrivateRedis;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ContextConsumer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What it costs to send one job, a text of 200 bytes to a queue with a name of six
 * letters: commands of the server with those in the script, bytes that it receives, and
 * bytes that the sender allocates. Each is too little to be seen in a benchmark. Who
 * changes what a job costs changes a number here.
 */
class SendCostTest {

	private static final String PAYLOAD = "x".repeat(198);

	private static final int JOBS = 200;

	private static final long ALLOCATED = 5600;

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
	@CsvSource({ "lease, 8", "stream, 10", "list, 8", "delayed, 8" })
	void ofADelayedJobBehindOthers(String type, int commands) {
		run(type, (context) -> {
			SendRequest request = SendRequest.of(PAYLOAD).withDelay(Duration.ofHours(1));
			Runnable sending = () -> context.getBean(QueueOperations.class).send("orders", request);
			repeat(sending);
			assertThat(leastOfRounds(sending, CALLS)).as("commands").isEqualTo(commands);
		});
	}

	private static void run(String type, ContextConsumer<AssertableApplicationContext> test) {
		redis.commands().flushall();
		QueueContexts.withoutRedis()
			.withPropertyValues("spring.data.redis.port=" + redis.port(), "redis-queue.type=" + type,
					"redis-queue.key-prefix=queue:")
			.run(test);
	}

	private static void repeat(Runnable sending) {
		for (int i = 0; i < JOBS; i++) {
			sending.run();
		}
	}

	/** The application, too, has commands now and then, and may send a whole script. */
	private static long leastOfRounds(Runnable sending, Pattern pattern) {
		return IntStream.range(0, 3).mapToLong((round) -> {
			redis.commands().configResetstat();
			repeat(sending);
			return pattern.matcher(redis.commands().info("all"))
				.results()
				.mapToLong((found) -> Long.parseLong(found.group(1)))
				.sum() / JOBS;
		}).min().orElseThrow();
	}

}
