package io.github.redisqueue.bell;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.test.FaultyProxy;
import io.github.redisqueue.test.PrivateRedis;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import io.github.redisqueue.test.TestThreads;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.KillArgs;
import io.lettuce.core.ScriptOutputType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What bells promise to those who wait, whatever reads the tokens. An instance is one
 * running application: of several, each has its own bells and its own connection.
 */
@RedisTest
@Timeout(120)
abstract class BellsContract {

	private static final Duration WAIT = Duration.ofSeconds(10);

	private static final Duration SHORT_WAIT = Duration.ofSeconds(1);

	private static final Duration PATIENT = Duration.ofSeconds(30);

	private final List<Instance> instances = new ArrayList<>();

	private TestRedis redis;

	private ScriptRunner scripts;

	@BeforeEach
	void useRedis(TestRedis redis) {
		this.redis = redis;
		this.scripts = new ScriptRunner(redis.connections());
	}

	@AfterEach
	void closeAll() {
		this.instances.forEach(Instance::close);
		this.scripts.close();
	}

	abstract BellReader reader(LettuceConnectionFactory connections);

	private Instance instance() {
		return instance(WAIT);
	}

	private Instance instance(Duration wait) {
		String name = "bells-" + UUID.randomUUID();
		return instance(name, this.redis.newConnections(name), this.scripts, wait);
	}

	private Instance instance(String name, LettuceConnectionFactory connections, ScriptRunner pushing, Duration wait) {
		Bells bells = new Bells(reader(connections), pushing, TestThreads.timer(), this.redis.keyPrefix(), wait);
		Instance instance = new Instance(name, bells, connections);
		this.instances.add(instance);
		return instance;
	}

	/** An instance with a server of its own, whose commands fail with the connection. */
	private Instance instance(int port, String user, Duration timeout) {
		RedisStandaloneConfiguration server = new RedisStandaloneConfiguration("127.0.0.1", port);
		server.setUsername(user);
		server.setPassword("secret");
		ClientOptions failing = ClientOptions.builder()
			.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
			.build();
		LettuceConnectionFactory connections = new LettuceConnectionFactory(server,
				LettuceClientConfiguration.builder().clientOptions(failing).commandTimeout(timeout).build());
		connections.afterPropertiesSet();
		connections.start();
		return instance("own", connections, new ScriptRunner(connections), SHORT_WAIT);
	}

	private String key(String queue) {
		return QueueKeys.bell(this.redis.keyPrefix(), queue);
	}

	private void ring(String queue, int shard) {
		this.redis.commands().rpush(key(queue), Integer.toString(shard));
	}

	private List<String> clients(Instance instance) {
		return this.redis.commands()
			.clientList()
			.lines()
			.filter((line) -> line.contains("name=" + instance.name()))
			.toList();
	}

	private boolean isWaiting(Instance instance) {
		return clients(instance).stream().anyMatch((line) -> line.contains("flags=b") && line.contains("cmd=blpop"));
	}

	private void kill(Instance instance) {
		clients(instance).stream()
			.map((line) -> line.replaceFirst("^id=(\\d+) .*$", "$1"))
			.forEach((id) -> this.redis.commands().clientKill(KillArgs.Builder.id(Long.parseLong(id))));
	}

	private void awaitWaiting(Instance instance) {
		await().pollInterval(Duration.ofMillis(5)).until(() -> isWaiting(instance));
	}

	@Test
	void oneConnectionWaitsForManyBells() throws InterruptedException {
		Instance one = instance();
		List<RecordedWaiter> all = IntStream.range(0, 40).mapToObj((i) -> one.listen("queue-" + i)).toList();
		for (int i = 0; i < all.size(); i++) {
			ring("queue-" + i, i);
			assertThat(all.get(i).token()).isEqualTo(i);
		}
		assertThat(all).allMatch(RecordedWaiter::isQuiet);
		assertThat(clients(one)).filteredOn((line) -> line.contains("cmd=blpop")).hasSize(1);
	}

	@Test
	void aBellIsTheSameForAllWhoAskForIt() {
		Instance one = instance();
		assertThat(one.bells().bell("orders")).isSameAs(one.bells().bell("orders"));
	}

	@Test
	void aTokenWakesTheInstanceThatHasWaitedLongestAndNoOther() throws InterruptedException {
		List<Instance> all = List.of(instance(), instance(), instance());
		List<RecordedWaiter> waiters = new ArrayList<>();
		for (Instance one : all) {
			waiters.add(one.listen("orders"));
			awaitWaiting(one);
		}
		for (int i = 0; i < 6; i++) {
			ring("orders", i);
			assertThat(waiters.get(i % 3).token()).isEqualTo(i);
			awaitWaiting(all.get(i % 3));
			assertThat(waiters).allMatch(RecordedWaiter::isQuiet);
		}
	}

	@Test
	void theWaitersOfAnInstanceTakeTurns() throws InterruptedException {
		Instance one = instance();
		List<RecordedWaiter> waiters = List.of(one.listen("orders"), one.listen("orders"));
		for (int i = 0; i < 4; i++) {
			ring("orders", i);
			assertThat(waiters.get(i % 2).token()).isEqualTo(i);
		}
		assertThat(waiters).allMatch(RecordedWaiter::isQuiet);
	}

	@Test
	void tokensFromBeforeTheWaitAreFound() throws InterruptedException {
		ring("orders", 1);
		ring("orders", 2);
		RecordedWaiter waiter = instance().listen("orders");
		assertThat(waiter.token()).isOne();
		assertThat(waiter.token()).isEqualTo(2);
	}

	@Test
	void aBusyBellDoesNotSilenceAnother() throws InterruptedException {
		Instance one = instance();
		RecordedWaiter both = one.listen("orders");
		one.bells().bell("invoices").add(both);
		one.bells().bell("invoices").listen();
		awaitWaiting(one);
		this.redis.commands()
			.eval("for k = 1, 2 do redis.call('RPUSH', KEYS[k], k, k, k, k) end", ScriptOutputType.STATUS,
					new String[] { key("orders"), key("invoices") });
		List<Integer> heard = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			heard.add(both.token());
		}
		assertThat(heard).isIn(List.of(1, 2, 1, 2, 1, 2, 1, 2), List.of(2, 1, 2, 1, 2, 1, 2, 1));
	}

	@Test
	void whatIsNoNumberIsATokenForAnyShard() throws InterruptedException {
		this.redis.commands().rpush(key("orders"), "anything");
		assertThat(instance().listen("orders").token()).isEqualTo(-1);
	}

	@Test
	void aBellWhoseKeyHoldsAnotherTypeIsReportedOnceAndSilencesNoOther() throws InterruptedException {
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		log.start();
		Logger logger = (Logger) LoggerFactory.getLogger(Bells.class);
		logger.addAppender(log);
		try {
			this.redis.commands().set(key("broken"), "no list");
			Instance one = instance();
			RecordedWaiter broken = one.listen("broken");
			RecordedWaiter orders = one.listen("orders");
			RecordedWaiter invoices = one.listen("invoices");
			for (int i = 0; i < 5; i++) {
				ring("orders", i);
				assertThat(orders.token()).isEqualTo(i);
				ring("invoices", i);
				assertThat(invoices.token()).isEqualTo(i);
			}
			assertThat(broken.isQuiet()).isTrue();
			await().untilAsserted(() -> assertThat(List.copyOf(log.list))
				.filteredOn((event) -> event.getFormattedMessage().contains(this.redis.keyPrefix()))
				.singleElement()
				.extracting(ILoggingEvent::getFormattedMessage)
				.asString()
				.contains("'" + key("broken") + "'", "another type"));
		}
		finally {
			logger.detachAppender(log);
		}
	}

	@Test
	void aTokenThatNobodyHasRoomForGoesToAnotherInstance() throws InterruptedException {
		Instance full = instance();
		RecordedWaiter refusing = full.listen("orders");
		awaitWaiting(full);
		refusing.fill();
		RecordedWaiter other = instance().listen("orders");
		ring("orders", 3);
		assertThat(other.token()).isEqualTo(3);
		assertThat(refusing.refused()).isOne();
	}

	@Test
	void aBellForWhichThereIsNoRoomIsNotReadUntilSomebodyListens() throws InterruptedException {
		Instance one = instance();
		RecordedWaiter orders = one.listen("orders");
		RecordedWaiter invoices = one.listen("invoices");
		awaitWaiting(one);
		orders.fill();
		ring("orders", 3);
		await().until(() -> orders.refused() == 1 && this.redis.commands().llen(key("orders")) == 1);
		ring("invoices", 1);
		assertThat(invoices.token()).as("others are read all the same").isOne();
		awaitWaiting(one);
		assertThat(this.redis.commands().lrange(key("orders"), 0, -1)).containsExactly("3");
		orders.listen();
		assertThat(orders.token()).isEqualTo(3);
		assertThat(orders.refused()).isOne();
	}

	@RepeatedTest(10)
	void aBellIsIncludedWhileAWaitIsUnderWay() throws InterruptedException {
		Instance one = instance();
		one.listen("orders");
		awaitWaiting(one);
		RecordedWaiter late = one.listen("late");
		ring("late", 5);
		assertThat(late.token()).isEqualTo(5);
	}

	@Test
	void whoeverLeavesHearsNothingMore() throws InterruptedException {
		Instance one = instance();
		RecordedWaiter leaving = one.listen("orders");
		awaitWaiting(one);
		one.bells().bell("orders").remove(leaving);
		RecordedWaiter other = instance().listen("orders");
		ring("orders", 3);
		assertThat(other.token()).isEqualTo(3);
		assertThat(leaving.isQuiet()).isTrue();
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
		assertThat(second.token()).isEqualTo(3);
		assertThat(first.isQuiet()).isTrue();
		awaitWaiting(killed);
	}

	@Test
	void waitsWithoutAskingAgainAndAgain() {
		try (PrivateRedis server = PrivateRedis.start()) {
			LettuceConnectionFactory own = server.connections(PATIENT);
			Instance idle = instance("idle", own, this.scripts, WAIT);
			idle.listen("orders");
			StringRedisTemplate template = new StringRedisTemplate(server.connections(PATIENT));
			await().until(() -> reads(template) > 0);
			await().during(Duration.ofSeconds(1)).atMost(Duration.ofSeconds(5)).until(() -> reads(template) <= 2);
			idle.close();
		}
	}

	private static long reads(StringRedisTemplate template) {
		String stats = template.execute(
				(connection) -> connection.serverCommands().info("commandstats").getProperty("cmdstat_blpop"), true);
		return (stats != null) ? Long.parseLong(stats.replaceFirst("^calls=(\\d+),.*$", "$1")) : 0;
	}

	@Test
	void afterAnOutageAllLookOnceAndTokensAreHeardAgain() throws InterruptedException {
		try (PrivateRedis server = PrivateRedis.start("requirepass secret")) {
			Instance one = instance(server.port(), "default", PATIENT);
			RecordedWaiter orders = one.listen("orders");
			RecordedWaiter invoices = one.listen("invoices");
			StringRedisTemplate template = new StringRedisTemplate(one.connections());
			template.opsForList().rightPush(key("orders"), "1");
			assertThat(orders.token()).isOne();
			server.kill();
			server.restart();
			await().atMost(PATIENT).until(() -> orders.gaps() > 0 && invoices.gaps() > 0);
			await().ignoreExceptions().until(() -> template.opsForList().rightPush(key("orders"), "2") != null);
			assertThat(orders.token()).isEqualTo(2);
			assertThat(orders.gaps()).isOne();
			one.close();
		}
	}

	@Test
	void aServerThatHangsIsGivenUpAndAnotherConnectionIsOpened() throws InterruptedException {
		try (FaultyProxy proxy = this.redis.proxyFor(key("orders"))) {
			LettuceConnectionFactory through = this.redis.through(proxy, Duration.ofSeconds(3));
			Instance one = instance("hanging", through, this.scripts, SHORT_WAIT);
			RecordedWaiter waiter = one.listen("orders");
			ring("orders", 1);
			assertThat(waiter.token()).isOne();
			int before = proxy.accepted();
			proxy.holdReplies();
			await().atMost(PATIENT).until(() -> waiter.gaps() > 0);
			ring("orders", 2);
			assertThat(waiter.token()).isEqualTo(2);
			assertThat(proxy.accepted()).isGreaterThan(before);
			one.close();
		}
	}

	@Test
	void aMissingPermissionIsLoggedOnce() {
		ListAppender<ILoggingEvent> log = new ListAppender<>();
		Logger logger = (Logger) LoggerFactory.getLogger(Bells.class);
		log.start();
		logger.addAppender(log);
		try (PrivateRedis server = PrivateRedis.start("user limited on >secret ~* +@all -blpop")) {
			Instance one = instance(server.port(), "limited", PATIENT);
			one.listen("orders");
			StringRedisTemplate template = new StringRedisTemplate(one.connections());
			await().until(() -> refusals(template) >= 3);
			one.close();
			assertThat(List.copyOf(log.list))
				.filteredOn((event) -> event.getFormattedMessage().contains("no permission to read the bells"))
				.hasSize(1);
		}
		finally {
			logger.detachAppender(log);
		}
	}

	private static long refusals(StringRedisTemplate template) {
		String stats = template.execute(
				(connection) -> connection.serverCommands().info("errorstats").getProperty("errorstat_NOPERM"), true);
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

	/**
	 * A running application.
	 *
	 * @param name the name of its connections
	 * @param bells its bells
	 * @param connections its connections
	 */
	record Instance(String name, Bells bells, LettuceConnectionFactory connections) implements AutoCloseable {

		RecordedWaiter listen(String queue) {
			return RecordedWaiter.listen(this.bells, queue);
		}

		@Override
		public void close() {
			this.bells.close();
			this.connections.destroy();
		}

	}

}
