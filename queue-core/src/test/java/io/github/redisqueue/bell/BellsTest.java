package io.github.redisqueue.bell;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.UUID;
import java.util.stream.IntStream;

import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.lettuce.core.ClientOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

@RedisTest
class BellsTest {

	private static final Duration BLOCK = Duration.ofSeconds(10);

	private final String client = "bells-" + UUID.randomUUID();

	private TestRedis redis;

	private LettuceConnectionFactory connections;

	private Bells bells;

	@BeforeEach
	void openBells(TestRedis redis) {
		this.redis = redis;
		this.connections = redis.newConnections(this.client);
		this.bells = new Bells(this.connections, redis.keyPrefix(), BLOCK);
	}

	@AfterEach
	void closeBells() {
		this.bells.close();
		this.connections.destroy();
	}

	private void ring(String queue) {
		this.redis.commands().xadd(QueueKeys.bell(this.redis.keyPrefix(), queue), Map.of("ring", "1"));
	}

	private static void awaitRing(Bell bell, long seen) {
		await().pollInterval(Duration.ofMillis(5)).until(() -> bell.rings() > seen);
	}

	private List<String> waiting() {
		return this.redis.commands()
			.clientList()
			.lines()
			.filter((line) -> line.contains("name=" + this.client) && line.contains("cmd=xread"))
			.toList();
	}

	@Test
	void oneConnectionWaitsForManyBells() {
		List<Bell> all = IntStream.range(0, 40).mapToObj((i) -> this.bells.bell("queue-" + i)).toList();
		for (int i = 0; i < all.size(); i++) {
			long seen = all.get(i).rings();
			ring("queue-" + i);
			awaitRing(all.get(i), seen);
			assertThat(waiting()).hasSizeLessThanOrEqualTo(1);
		}
		await().untilAsserted(() -> assertThat(waiting()).hasSize(1));
	}

	@Test
	void aBellIsTheSameForAllWhoAskForIt() {
		assertThat(this.bells.bell("orders")).isSameAs(this.bells.bell("orders"));
	}

	@Test
	void aRingIsForItsOwnQueueOnly() {
		Bell orders = this.bells.bell("orders");
		Bell invoices = this.bells.bell("invoices");
		long seen = orders.rings();
		ring("orders");
		awaitRing(orders, seen);
		// One thread reads all bells: what was to be heard of the beginning has been
		// heard.
		await().untilAsserted(() -> assertThat(waiting()).hasSize(1));
		long before = invoices.rings();
		seen = orders.rings();
		ring("orders");
		awaitRing(orders, seen);
		assertThat(invoices.rings()).isEqualTo(before);
	}

	@RepeatedTest(10)
	void aBellThatIsAskedForLaterIsHeardToo() {
		this.bells.bell("orders");
		await().untilAsserted(() -> assertThat(waiting()).hasSize(1));
		Bell late = this.bells.bell("late");
		await().until(() -> late.rings() > 0);
		long seen = late.rings();
		ring("late");
		awaitRing(late, seen);
	}

	@Test
	void whatRangBeforeAnyoneListenedIsHeard() {
		ring("orders");
		Bell bell = this.bells.bell("orders");
		awaitRing(bell, 0);
	}

	@Test
	void waitsWithoutAskingAgainAndAgain() {
		try (PrivateRedis server = PrivateRedis.start()) {
			LettuceConnectionFactory own = server.connections(Duration.ofSeconds(30));
			try (Bells quiet = new Bells(own, "queue:", BLOCK)) {
				quiet.bell("orders");
				StringRedisTemplate template = new StringRedisTemplate(own);
				await().until(() -> xreads(template) > 0);
				await().during(Duration.ofSeconds(1)).atMost(Duration.ofSeconds(5)).until(() -> xreads(template) <= 2);
			}
			finally {
				own.destroy();
			}
		}
	}

	private static long xreads(StringRedisTemplate template) {
		String stats = template.execute(
				(connection) -> connection.serverCommands().info("commandstats").getProperty("cmdstat_xread"), true);
		return (stats != null) ? Long.parseLong(stats.replaceFirst("^calls=(\\d+),.*$", "$1")) : 0;
	}

	@Test
	void ringsAreHeardAgainWhenRedisIsBack() {
		overAnOutage((bell, template) -> {
			await().atMost(Duration.ofSeconds(5)).ignoreExceptions().until(() -> {
				long seen = bell.rings();
				template.opsForStream().add("queue:{bell}:orders", Map.of("ring", "1"));
				bell.await(seen, Duration.ofSeconds(1));
				return bell.rings() > seen;
			});
		});
	}

	@Test
	void allBellsRingWhenABrokenConnectionIsMadeAnewForWhatRangMeanwhileIsNotKnown() {
		try (PrivateRedis server = PrivateRedis.start()) {
			LettuceConnectionFactory own = failingAtOnce(server.port());
			try (Bells away = new Bells(own, "queue:", Duration.ofSeconds(1))) {
				Bell bell = away.bell("orders");
				await().until(() -> bell.rings() > 0);
				server.kill();
				long whileAway = bell.rings();
				server.restart();
				await().atMost(Duration.ofSeconds(5)).until(() -> bell.rings() > whileAway);
			}
			finally {
				own.destroy();
			}
		}
	}

	/** Others send the blocked read again, so that the bells do not notice the outage. */
	private static LettuceConnectionFactory failingAtOnce(int port) {
		LettuceConnectionFactory connections = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration("127.0.0.1", port),
				LettuceClientConfiguration.builder()
					.clientOptions(ClientOptions.builder().autoReconnect(false).build())
					.build());
		connections.afterPropertiesSet();
		connections.start();
		return connections;
	}

	private static void overAnOutage(BiConsumer<Bell, StringRedisTemplate> afterwards) {
		try (PrivateRedis server = PrivateRedis.start()) {
			LettuceConnectionFactory own = server.connections(Duration.ofSeconds(30));
			try (Bells away = new Bells(own, "queue:", Duration.ofSeconds(1))) {
				Bell bell = away.bell("orders");
				StringRedisTemplate template = new StringRedisTemplate(own);
				await().until(() -> bell.rings() > 0 && xreads(template) > 0);
				server.kill();
				server.restart();
				afterwards.accept(bell, template);
			}
			finally {
				own.destroy();
			}
		}
	}

	@Test
	void closingGivesTheConnectionBack() {
		this.bells.bell("orders");
		await().untilAsserted(() -> assertThat(waiting()).hasSize(1));
		this.bells.close();
		await().untilAsserted(() -> assertThat(waiting()).isEmpty());
	}

	@Test
	void waitingEndsWithItsTimeout() throws InterruptedException {
		Bell bell = new Bell();
		bell.await(0, Duration.ofMillis(10));
		assertThat(bell.rings()).isZero();
	}

	@Test
	void waitingIsOverBeforeItBeginsIfItHasRungSince() throws InterruptedException {
		Bell bell = new Bell();
		long seen = bell.rings();
		bell.ring();
		bell.await(seen, null);
		assertThat(bell.rings()).isEqualTo(seen + 1);
	}

	@Test
	void waitingEndsWithAnInterrupt() {
		Bell bell = new Bell();
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> bell.await(0, null));
	}

}
