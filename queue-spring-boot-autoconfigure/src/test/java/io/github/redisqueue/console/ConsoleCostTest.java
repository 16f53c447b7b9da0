package io.github.redisqueue.console;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.test.BreakableRedis;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the console costs Redis. An application with a server of its own has a hundred
 * queues and no listeners, so all commands are those of the console.
 */
@RedisTest
class ConsoleCostTest {

	private static final int QUEUES = 100;

	private final TestRedis redis;

	ConsoleCostTest(TestRedis redis) {
		this.redis = redis;
	}

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

}
