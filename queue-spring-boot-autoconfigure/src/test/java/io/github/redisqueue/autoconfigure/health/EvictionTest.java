package io.github.redisqueue.autoconfigure.health;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.function.LongSupplier;

import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.autoconfigure.QueueHealthContributorAutoConfiguration;
import io.github.redisqueue.background.ApplicationThreads;
import io.github.redisqueue.test.DocumentedUser;
import io.github.redisqueue.test.PrivateRedis;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.test.util.ReflectionTestUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Servers that delete keys when their memory is full.
 */
@ExtendWith(OutputCaptureExtension.class)
class EvictionTest {

	private static final String WARNING = "Redis may delete jobs: its maxmemory-policy is";

	@ParameterizedTest
	@CsvSource({ "100mb, noeviction", "0, allkeys-lru" })
	void isNoMatterWhereNothingIsEvicted(String maxMemory, String policy, CapturedOutput output) {
		try (PrivateRedis server = PrivateRedis.start("maxmemory " + maxMemory, "maxmemory-policy " + policy)) {
			new EvictionCheck(server.connections(Duration.ofSeconds(5)), Runnable::run).refresh();
		}
		assertThat(output).doesNotContain(WARNING);
	}

	@Test
	void isNotSpokenOfWhereTheUserMayNotAskForIt(CapturedOutput output) {
		try (PrivateRedis server = PrivateRedis.start("maxmemory 100mb", "maxmemory-policy allkeys-lru")) {
			DocumentedUser user = DocumentedUser.of("worker");
			try (RedisClient admin = RedisClient.create(RedisURI.create("127.0.0.1", server.port()))) {
				user.setUp("worker", admin.connect().sync());
			}
			RedisStandaloneConfiguration address = new RedisStandaloneConfiguration("127.0.0.1", server.port());
			address.setUsername("worker");
			address.setPassword(user.password());
			LettuceConnectionFactory connections = new LettuceConnectionFactory(address);
			connections.afterPropertiesSet();
			new EvictionCheck(connections, Runnable::run).refresh();
			connections.destroy();
		}
		assertThat(output).doesNotContain(WARNING).doesNotContain("WARN");
	}

	@Test
	void isWarnedOfWhenTheApplicationStartsAndShownByAGauge(CapturedOutput output) {
		try (PrivateRedis server = PrivateRedis.start("maxmemory 100mb", "maxmemory-policy allkeys-lru")) {
			QueueContexts.metered(QueueContexts.withoutRedis())
				.withPropertyValues("spring.data.redis.port=" + server.port())
				.run((context) -> {
					await().untilAsserted(() -> assertThat(output).contains(WARNING
							+ " 'allkeys-lru', so it evicts keys when it needs more than maxmemory, 104857600 bytes"));
					Gauge gauge = context.getBean(MeterRegistry.class).get("redis.queue.eviction").gauge();
					await().until(() -> gauge.value() == 1);
					try (RedisConnection connection = context.getBean(RedisConnectionFactory.class).getConnection()) {
						connection.serverCommands().setConfig("maxmemory-policy", "noeviction");
					}
					await().until(() -> gauge.value() == 0);
				});
		}
	}

	@Test
	void isStillWarnedOfByHealthWhenTheGaugeNoLongerKnows() {
		Queue<Runnable> background = new ArrayDeque<>();
		try (PrivateRedis server = PrivateRedis.start("maxmemory 100mb", "maxmemory-policy allkeys-lru")) {
			EvictionCheck check = new EvictionCheck(server.connections(Duration.ofSeconds(5)), background::add);
			check.refresh();
			background.remove().run();
			assertThat(check.evicts()).isOne();
			LongSupplier later = () -> System.nanoTime() + Duration.ofHours(1).toNanos();
			ReflectionTestUtils.setField(ReflectionTestUtils.getField(check, "answer"), "ticker", later);
			assertThat(check.evicts()).isNaN();
			assertThat(check.warning()).startsWith(WARNING);
		}
	}

	@Test
	void isLookedAtOnceASecondThoughBothHealthAndMetersShowIt() {
		QueueContexts.metered(QueueContexts.withoutRedis())
			.withConfiguration(AutoConfigurations.of(QueueHealthContributorAutoConfiguration.class))
			.run((context) -> {
				assertThat(context).hasBean("io.github.redisqueue.internal.evictionGauge")
					.hasSingleBean(QueueHealthContributor.class);
				Object watched = ReflectionTestUtils.getField(context.getBean(ApplicationThreads.class), "watched");
				assertThat((List<?>) watched).map(Object::toString)
					.filteredOn((task) -> !task.contains(".metrics."))
					.hasSize(1);
			});
	}

	@Test
	void isNotKnownWhereRedisDoesNotAnswer() {
		QueueContexts.metered(QueueContexts.withoutRedis())
			.run((context) -> assertThat(
					context.getBean(MeterRegistry.class).get("redis.queue.eviction").gauge().value())
				.isNaN());
	}

	@Test
	void isNotShownIfMetersAreSwitchedOff() {
		QueueContexts.metered(QueueContexts.withoutRedis())
			.withPropertyValues("redis-queue.metrics.enabled=false")
			.run((context) -> assertThat(context.getBean(MeterRegistry.class).find("redis.queue.eviction").gauge())
				.isNull());
	}

}
