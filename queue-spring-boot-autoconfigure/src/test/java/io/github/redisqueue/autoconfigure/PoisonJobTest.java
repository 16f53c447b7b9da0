package io.github.redisqueue.autoconfigure;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.Cause.Reason;
import io.github.redisqueue.DeadLetter;
import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueCounts;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.shard.ShardedQueue;
import io.github.redisqueue.test.OnlyInAllTests;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A job that ends the JVM of its worker, in real JVMs that are started again and again.
 */
@OnlyInAllTests
@RedisTest
class PoisonJobTest {

	private static final int HEALTHY = 12;

	private static final int MAX_LIVES = 20;

	private TestRedis redis;

	private WorkQueue queue(QueueType type, String name) {
		return new ShardedQueue(type, 1, QueueKeys.of(this.redis.keyPrefix(), name),
				QueueSettings.of("sender", Duration.ofSeconds(1)), new ScriptRunner(this.redis.connections()));
	}

	private static boolean isDrained(WorkQueue queue) {
		QueueCounts counts = queue.counts();
		return counts.ready() + counts.delayed() + counts.leased() == 0;
	}

	@ParameterizedTest
	@EnumSource(names = { "LEASE" })
	@Timeout(900)
	void isBuriedAndTakesNoHealthyOneAlong(QueueType type, TestRedis redis) throws IOException, InterruptedException {
		this.redis = redis;
		WorkQueue orders = queue(type, "orders");
		WorkQueue invoices = queue(type, "invoices");
		orders.add(List.of(Job.of(PoisonedWorker.POISON, new byte[0])));
		for (WorkQueue queue : List.of(orders, invoices)) {
			queue.add(IntStream.range(0, HEALTHY).mapToObj((i) -> Job.of("healthy-" + i, new byte[0])).toList());
		}
		int lives = 0;
		while (!isDrained(orders) || !isDrained(invoices)) {
			assertThat(++lives).as("lives of the worker").isLessThan(MAX_LIVES);
			Process worker = PoisonedWorker.start(redis, type);
			try {
				await().atMost(Duration.ofMinutes(2))
					.until(() -> !worker.isAlive() || (isDrained(orders) && isDrained(invoices)));
			}
			finally {
				worker.destroyForcibly().waitFor();
			}
		}
		assertThat(dead(orders)).containsExactly(PoisonedWorker.POISON);
		assertThat(dead(invoices)).isEmpty();
	}

	private static Set<String> dead(WorkQueue queue) {
		List<DeadLetter> letters = queue.deadLetters().page(0, 100);
		assertThat(letters).allSatisfy((letter) -> assertThat(letter.cause().reason()).isEqualTo(Reason.CRASHES));
		return letters.stream().map(DeadLetter::id).collect(Collectors.toSet());
	}

	/**
	 * An application in a JVM of its own with two listeners, whose handlers end the JVM
	 * if the job is poison.
	 */
	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DataRedisAutoConfiguration.class, JacksonAutoConfiguration.class,
			QueueAutoConfiguration.class, TaskExecutionAutoConfiguration.class, TaskSchedulingAutoConfiguration.class })
	static class PoisonedWorker {

		static final int CRASHED = 66;

		static final String POISON = "poison";

		/** Nobody counts down, as the JVM ends at once. */
		private static final CountDownLatch END_OF_JVM = new CountDownLatch(1);

		public static void main(String[] args) throws InterruptedException {
			new SpringApplicationBuilder(PoisonedWorker.class).web(WebApplicationType.NONE).run(args);
			END_OF_JVM.await();
		}

		/** Starts a JVM. */
		static Process start(TestRedis redis, QueueType type) throws IOException {
			List<String> properties = List.of("--spring.data.redis.host=" + redis.host(),
					"--spring.data.redis.port=" + redis.port(), "--redis-queue.key-prefix=" + redis.keyPrefix(),
					"--redis-queue.type=" + type.name().toLowerCase(Locale.ROOT), "--redis-queue.lease-time=1s",
					"--redis-queue.retry.max-crashes=2", "--redis-queue.cleaner.light-interval=200ms",
					"--redis-queue.listener.poll-interval=200ms", "--spring.main.banner-mode=off",
					"--spring.data.redis.repositories.enabled=false", "--logging.level.root=warn");
			List<String> command = Stream
				.concat(Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
						"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
						PoisonedWorker.class.getName()), properties.stream())
				.toList();
			return new ProcessBuilder(command).redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.DISCARD)
				.start();
		}

		@QueueListener("orders")
		void handleOrder(Lease lease) throws InterruptedException {
			handle(lease.id());
		}

		@QueueListener("invoices")
		void handleInvoice(Lease lease) throws InterruptedException {
			handle(lease.id());
		}

		private static void handle(String id) throws InterruptedException {
			if (id.startsWith(POISON)) {
				Runtime.getRuntime().halt(CRASHED);
			}
			// Healthy work goes on until poison ends the JVM, but not for longer than
			// this.
			END_OF_JVM.await(20, TimeUnit.MILLISECONDS);
		}

	}

}
