package io.github.redisqueue.autoconfigure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.redisqueue.Lease;
import io.github.redisqueue.QueueType;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.test.TestRedis;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/**
 * An application in a JVM of its own with two listeners, whose handlers end the JVM if
 * the job is poison.
 */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({ DataRedisAutoConfiguration.class, JacksonAutoConfiguration.class,
		QueueAutoConfiguration.class, TaskExecutionAutoConfiguration.class, TaskSchedulingAutoConfiguration.class })
class PoisonedWorker {

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
		// Healthy work goes on until poison ends the JVM, but not for longer than this.
		END_OF_JVM.await(20, TimeUnit.MILLISECONDS);
	}

}
