package io.github.redisqueue.bell;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.github.redisqueue.test.FaultyProxy;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.QueueFixture;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.types.RedisClientInfo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What becomes of waits for bells when connections or servers break, and at the end of an
 * application.
 */
abstract class BellsOutageContract extends BellsFixture {

	/** What is logged about all bells, which does not tell who waits for them. */
	private static final String LOG = "log of bells";

	@Test
	void waitsWithoutAskingAgainAndAgain() {
		try (PrivateRedis server = PrivateRedis.start()) {
			LettuceConnectionFactory own = server.connections(PATIENT);
			Instance idle = instance("idle", own, this.scripts, WAIT);
			idle.listen("orders");
			LettuceConnectionFactory others = server.connections(PATIENT);
			await().until(() -> QueueFixture.calls(others, "blpop") > 0);
			await().during(Duration.ofSeconds(1))
				.atMost(Duration.ofSeconds(5))
				.until(() -> QueueFixture.calls(others, "blpop") <= 2);
			idle.close();
		}
	}

	@Test
	void afterEachOutageAllLookOnceAndWakeUpsAreHeardAgain() throws InterruptedException {
		try (PrivateRedis server = PrivateRedis.start("requirepass secret")) {
			Instance one = instance(server.port(), "default", PATIENT);
			RecordedWaiter orders = one.listen("orders");
			RecordedWaiter invoices = one.listen("invoices");
			StringRedisTemplate template = new StringRedisTemplate(one.connections());
			template.opsForList().rightPush(key("orders"), "1");
			assertThat(orders.wakeUp()).isOne();
			server.kill();
			server.restart();
			await().atMost(PATIENT).until(() -> orders.gaps() > 0 && invoices.gaps() > 0);
			await().ignoreExceptions().until(() -> template.opsForList().rightPush(key("orders"), "2") != null);
			assertThat(orders.wakeUp()).isEqualTo(2);
			await().untilAsserted(() -> assertThat(List.of(orders.gaps(), invoices.gaps()))
				.containsOnly(one.readers().get(0).outages()));
			one.close();
		}
	}

	@Test
	void whenOneOfTheConnectionsBreaksOnlyItsWaitersLook() throws InterruptedException {
		try (PrivateRedis server = PrivateRedis.start("requirepass secret")) {
			Instance one = instance(server.port(), "default", PATIENT);
			List<RecordedWaiter> all = IntStream.rangeClosed(0, Bells.MAX_BELLS)
				.mapToObj((i) -> one.listen("queue-" + i))
				.toList();
			StringRedisTemplate template = new StringRedisTemplate(one.connections());
			await().until(() -> waiting(template).size() == 2);
			RedisClientInfo broken = waiting(template).get(0);
			String[] address = broken.getAddressPort().split(":");
			template.execute((RedisConnection connection) -> {
				connection.serverCommands().killClient(address[0], Integer.parseInt(address[1]));
				return null;
			});
			await().atMost(PATIENT).until(() -> all.stream().anyMatch((waiter) -> waiter.gaps() > 0));
			for (int i : List.of(0, 1, Bells.MAX_BELLS)) {
				template.opsForList().rightPush(key("queue-" + i), Integer.toString(i));
				assertThat(all.get(i).wakeUp()).isEqualTo(i);
			}
			assertThat(List.of(all.get(0).gaps() > 0, all.get(1).gaps() > 0, all.get(Bells.MAX_BELLS).gaps() > 0))
				.isIn(List.of(true, true, false), List.of(false, false, true));
			one.close();
		}
	}

	private static List<RedisClientInfo> waiting(StringRedisTemplate template) {
		List<RedisClientInfo> clients = template
			.execute((RedisConnection connection) -> connection.serverCommands().getClientList());
		return Objects.requireNonNull(clients)
			.stream()
			.filter((client) -> "blpop".equals(client.getLastCommand()) && client.getFlags().contains("b"))
			.toList();
	}

	/** Also if the client would wait for much longer. */
	@ParameterizedTest
	@ValueSource(ints = { 3, 60 })
	void aServerThatHangsIsGivenUpAndAnotherConnectionIsOpened(int timeout) throws InterruptedException {
		try (FaultyProxy proxy = this.redis.proxyFor(key("orders"))) {
			LettuceConnectionFactory through = this.redis.through(proxy, Duration.ofSeconds(timeout));
			Instance one = instance("hanging", through, this.scripts, SHORT_WAIT);
			RecordedWaiter waiter = one.listen("orders");
			ring("orders", 1);
			assertThat(waiter.wakeUp()).isOne();
			int before = proxy.accepted();
			proxy.holdReplies();
			await().atMost(PATIENT).until(() -> waiter.gaps() > 0);
			ring("orders", 2);
			assertThat(waiter.wakeUp()).isEqualTo(2);
			assertThat(proxy.accepted()).isGreaterThan(before);
			one.close();
		}
	}

	@Test
	@ResourceLock(LOG)
	void aMissingPermissionIsLoggedOnce() {
		try (PrivateRedis server = PrivateRedis.start("user limited on >secret ~* +@all -blpop")) {
			Instance one = instance(server.port(), "limited", PATIENT);
			one.listen("orders");
			StringRedisTemplate template = new StringRedisTemplate(one.connections());
			await().until(() -> refusals(template, "NOPERM") >= 3);
			one.close();
			assertThat(List.copyOf(this.log.list))
				.filteredOn((event) -> event.getFormattedMessage().contains("no permission to read the bells"))
				.hasSize(1);
		}
	}

	@Test
	@ResourceLock(LOG)
	void allBellsAreWaitedForAgainIfItCouldNotBeFoundOutWhichIsBroken() throws InterruptedException {
		try (PrivateRedis server = PrivateRedis.start("user limited on >secret ~* +@all -type")) {
			Instance one = instance(server.port(), "limited", PATIENT);
			StringRedisTemplate template = new StringRedisTemplate(one.connections());
			template.opsForValue().set(key("broken"), "no list");
			RecordedWaiter broken = one.listen("broken");
			await().until(() -> refusals(template, "WRONGTYPE") >= 3);
			template.delete(key("broken"));
			template.opsForList().rightPush(key("broken"), "3");
			assertThat(broken.wakeUp()).isEqualTo(3);
			one.close();
			await().untilAsserted(() -> assertThat(List.copyOf(this.log.list))
				.filteredOn(
						(event) -> event.getLevel() == Level.WARN && event.getFormattedMessage().contains("WRONGTYPE"))
				.singleElement()
				.extracting(ILoggingEvent::getFormattedMessage)
				.asString()
				.contains("is no list", "TYPE,"));
		}
	}

	/** How often the server has refused a command by this error code. */
	private static long refusals(StringRedisTemplate template, String code) {
		String stats = template.execute(
				(connection) -> connection.serverCommands().info("errorstats").getProperty("errorstat_" + code), true);
		return (stats != null) ? Long.parseLong(stats.replaceFirst("^count=(\\d+)$", "$1")) : 0;
	}

	@Test
	void closingGivesTheConnectionBack() {
		Instance one = instance(SHORT_WAIT);
		one.listen("orders");
		awaitWaiting(one);
		one.bells().close();
		await().until(() -> !isWaiting(one));
	}

	@RepeatedTest(5)
	void closingEndsTheWaitFirstSoThatNoTokenIsLost() {
		Instance one = instance();
		RecordedWaiter waiter = one.listen("orders");
		awaitWaiting(one);
		waiter.fill();
		CompletableFuture<Void> ringing = CompletableFuture.runAsync(() -> ring("orders", 3));
		one.bells().close();
		assertThat(isWaiting(one)).isFalse();
		ringing.join();
		await()
			.untilAsserted(() -> assertThat(this.redis.commands().lrange(key("orders"), 0, -1)).containsExactly("3"));
		assertThat(this.redis.keys()).filteredOn((key) -> !key.equals(key("orders")))
			.as("what else is left expires")
			.allMatch((key) -> this.redis.commands().pttl(key) > 0);
	}

	@Test
	void whoseConnectionIsKilledIsForgotten() throws InterruptedException {
		Instance killed = instance();
		RecordedWaiter first = killed.listen("orders");
		awaitWaiting(killed);
		Instance one = instance();
		RecordedWaiter second = one.listen("orders");
		awaitWaiting(one);
		kill(killed);
		ring("orders", 3);
		assertThat(second.wakeUp()).isEqualTo(3);
		assertThat(first.isQuiet()).isTrue();
		awaitWaiting(killed);
	}

}
