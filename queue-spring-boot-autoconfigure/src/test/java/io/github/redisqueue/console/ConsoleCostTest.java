package io.github.redisqueue.console;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.Job;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.test.BreakableRedis;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.TimeoutOptions.TimeoutSource;
import io.lettuce.core.protocol.RedisCommand;
import org.junit.jupiter.api.Test;

import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the console costs Redis, and on which way it comes there.
 */
@RedisTest
class ConsoleCostTest {

	private static final int QUEUES = 100;

	private static final int MAX = 13;

	private static final String OURS = "io.github.redisqueue.";

	/** Filled by the next command of {@code find}, if it is empty. */
	private final Set<String> types = new ConcurrentSkipListSet<>();

	private final TestRedis redis;

	ConsoleCostTest(TestRedis redis) {
		this.redis = redis;
	}

	/**
	 * An application with a server of its own has a hundred queues and no listeners, so
	 * all commands are those of the console.
	 */
	@Test
	void isFourCommandsPerQueueAndRefreshHoweverManyBrowsersLook() {
		try (BreakableRedis own = this.redis.startOther()) {
			LettuceConnectionFactory server = own.connections(Duration.ofSeconds(30));
			ConsoleContexts.servlet()
				.withPropertyValues("spring.data.redis.host=" + server.getHostName(),
						"spring.data.redis.port=" + server.getPort(), "redis-queue.console.refresh=1m",
						"redis-queue.cleaner.light-interval=365d", "redis-queue.cleaner.deep-interval=365d",
						"redis-queue.console.allow-unprotected=true")
				.withPropertyValues(IntStream.range(0, QUEUES)
					.mapToObj((i) -> "redis-queue.queues.queue" + i + ".lease-time=30s")
					.toArray(String[]::new))
				.run((context) -> {
					assertThat(context).hasNotFailed();
					List<ConsoleClient> browsers = List.of(new ConsoleClient(context), new ConsoleClient(context),
							new ConsoleClient(context));
					long atFirst = scripts(server);
					for (int times = 0; times < 5; times++) {
						browsers.forEach((browser) -> assertThat(browser.get("/api/queues").at("/queues").size())
							.isEqualTo(QUEUES));
					}
					long afterLists = scripts(server);
					// A few scripts more are sent in full the first time.
					assertThat(afterLists - atFirst).isBetween((long) QUEUES, QUEUES + 20L);
					for (int queue = 0; queue < QUEUES; queue++) {
						for (ConsoleClient browser : browsers) {
							assertThat(browser.get("/api/queues/queue" + queue).status()).isEqualTo(200);
						}
					}
					assertThat(scripts(server) - afterLists).isBetween((long) QUEUES, 3 * QUEUES + 20L);
				});
			server.destroy();
		}
	}

	/** How many scripts the server has run. */
	private static long scripts(LettuceConnectionFactory server) {
		try (RedisConnection connection = server.getConnection()) {
			Properties stats = Objects.requireNonNull(connection.serverCommands().info("commandstats"));
			return Stream.of("cmdstat_eval", "cmdstat_evalsha")
				.map((command) -> stats.getProperty(command, "calls=0,"))
				.mapToLong((stat) -> Long.parseLong(stat.replaceFirst("calls=(\\d+),.*", "$1")))
				.sum();
		}
	}

	/**
	 * Which types of ours the request passes on its way to Redis: those on the stacks of
	 * the thread of the web server and of the thread that sends the command of
	 * {@code find}. Interfaces do not count.
	 */
	@Test
	void aJobIsFoundOnAShortWay() {
		ConsoleContexts.with(ConsoleContexts.servlet(), this.redis)
			.withPropertyValues("redis-queue.console.allow-unprotected=true")
			.withBean(LettuceClientOptionsBuilderCustomizer.class,
					() -> (options) -> options
						.timeoutOptions(TimeoutOptions.builder().timeoutSource(new Watch()).build()))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				context.getBean(WorkQueues.class).get("orders").add(Job.of("a", new byte[0]));
				ConsoleClient browser = new ConsoleClient(context);
				assertThat(browser.get("/api/queues/orders/jobs?id=a").at("/id").asString()).isEqualTo("a");
				assertThat(this.types).hasSizeLessThanOrEqualTo(MAX)
					.filteredOn((type) -> type.matches(".*\\.(admin|console|endpoint)\\..*"))
					.extracting(ClassUtils::getShortName)
					.containsExactlyInAnyOrder("ServletConsole", "QueueConsole", "QueueAdmin", "JobReader",
							"QueueCalls");
			});
	}

	/** Lettuce asks it on the thread that sends a command. */
	private final class Watch extends TimeoutSource {

		@Override
		public long getTimeout(RedisCommand<?, ?, ?> command) {
			List<StackTraceElement> sender = ours(Thread.currentThread().getStackTrace());
			if (ConsoleCostTest.this.types.isEmpty()
					&& sender.stream().anyMatch((frame) -> frame.getMethodName().equals("find"))) {
				List<StackTraceElement> waiting = Thread.getAllStackTraces()
					.values()
					.stream()
					.map(ConsoleCostTest::ours)
					.filter((stack) -> names(stack).contains(QueueConsole.class.getName()))
					.findFirst()
					.orElseThrow();
				ConsoleCostTest.this.types.addAll(names(sender));
				ConsoleCostTest.this.types.addAll(names(waiting));
			}
			return -1;
		}

	}

	private static List<StackTraceElement> ours(StackTraceElement[] stack) {
		return Arrays.stream(stack)
			.filter((frame) -> frame.getClassName().startsWith(OURS) && !frame.getClassName().contains("$$Lambda")
					&& !frame.getClassName().contains("ConsoleCostTest")
					&& !ClassUtils.resolveClassName(frame.getClassName(), null).isInterface())
			.toList();
	}

	private static List<String> names(List<StackTraceElement> stack) {
		return stack.stream().map(StackTraceElement::getClassName).toList();
	}

}
