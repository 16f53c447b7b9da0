package io.github.redisqueue.console;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.autoconfigure.QueueContexts;
import io.github.redisqueue.console.ConsoleClient.Answer;
import io.github.redisqueue.observation.RecordedObservations;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whom the console refuses, with Spring MVC and with Spring WebFlux.
 */
@RedisTest
@ExtendWith(OutputCaptureExtension.class)
class ConsoleProtectionTest extends ConsoleOverHttpTests {

	private static final String PAUSE = "/api/queues/orders/pause";

	private static final Logger LOGGER = (Logger) LoggerFactory.getLogger("io.github.redisqueue");

	ConsoleProtectionTest(TestRedis redis) {
		super(redis);
	}

	private AbstractApplicationContextRunner<?, ?, ?> bareApplication(String... properties) {
		return this.web.bareApplication(this.redis, properties);
	}

	@BeforeEach
	void logWhomTheConsoleServes() {
		LOGGER.setLevel(Level.INFO);
	}

	@AfterEach
	void logAsBefore() {
		LOGGER.setLevel(null);
	}

	@Test
	void refusesStrangersWhomTheRulesLetIn() {
		for (Class<?> rules : List.of(this.web.everything, this.web.otherPaths)) {
			this.web.application(this.redis, rules).run(ConsoleProtectionTest::assertThatItRefusesStrangers);
		}
	}

	@Test
	void refusesEverybodyWithoutSpringSecurity(CapturedOutput output) {
		bareApplication().run(ConsoleProtectionTest::assertThatItRefusesStrangers);
		assertThat(output).contains("The console of the queues at /redis-queue serves only users whom the application, "
				+ "as with Spring Security, has authenticated");
	}

	private static void assertThatItRefusesStrangers(ApplicationContext application) {
		ConsoleClient stranger = new ConsoleClient(application);
		Stream<Answer> reads = Stream
			.of("", "/", "/assets/test/sample.js", "/absent", "/api/session", "/api/queues", "/api/queues/orders",
					"/api/queues/orders/jobs")
			.map(stranger::get);
		Stream<Answer> writes = Stream.of(stranger.post(PAUSE, "{}"), stranger.delete("/api/queues/orders/jobs?id=a"));
		assertThat(Stream.concat(reads, writes)).allSatisfy((answer) -> {
			assertThat(answer.status()).isEqualTo(401);
			assertThat(answer.error()).contains("let it demand a login");
		});
		assertThat(application.getBean(WorkQueues.class).forWorker("orders").counts().paused()).isFalse();
	}

	@Test
	void makesNoSpanWhenTheApplicationStarts() {
		RecordedObservations observed = new RecordedObservations();
		application().withBean(RecordedObservations.class, () -> observed)
			.withBean(QueueContexts.Listener.class)
			.run((context) -> {
				assertThat(observed.started).isEmpty();
				assertThat(new ConsoleClient(context).as("op").get("/api/queues").status()).isEqualTo(200);
				assertThat(observed.started).as("those of a request").isNotEmpty();
			});
	}

	@Test
	void isForThoseWithOneOfItsRolesOnly(CapturedOutput output) {
		runApplication((context) -> {
			assertThat(new ConsoleClient(context).as("op").get("/api/queues").status()).isEqualTo(200);
			ConsoleClient guest = new ConsoleClient(context).as("guest");
			assertThat(List.of("/", "/assets/test/sample.js", "/api/session", "/api/queues/orders"))
				.allSatisfy((path) -> {
					Answer answer = guest.get(path);
					assertThat(answer.status()).isEqualTo(403);
					assertThat(answer.error()).contains("roles");
				});
		}, "redis-queue.console.roles=OPERATOR,ADMIN");
		assertThat(output).contains("has authenticated, with one of the roles [ADMIN, OPERATOR]");
	}

	@Test
	void changesNothingWithoutTheTokenOfSpringSecurity() {
		run((browser, queue) -> {
			assertThat(browser.with("X-CSRF-TOKEN", null).post(PAUSE, "{}").status()).isEqualTo(403);
			assertThat(browser.delete("/api/queues/orders/jobs?id=a").status()).isEqualTo(403);
			assertThat(queue.counts().paused()).isFalse();
		});
	}

	@Test
	void changesNothingForScriptsOfOtherSites() {
		run((browser, queue) -> {
			browser.with("Sec-Fetch-Site", "cross-site");
			assertThat(browser.post(PAUSE, "{}").status()).isEqualTo(403);
			assertThat(browser.get("/api/queues").status()).isEqualTo(403);
			assertThat(browser.get("/").status()).as("a link on another site").isEqualTo(200);
			browser.with("Sec-Fetch-Site", "none");
			assertThat(browser.post(PAUSE, "{}").status()).isEqualTo(403);
			assertThat(browser.get("/api/queues").status()).as("an address that is typed").isEqualTo(200);
			browser.with("Sec-Fetch-Site", null).with("Origin", "http://evil.example.com");
			assertThat(browser.post(PAUSE, "{}").status()).isEqualTo(403);
			assertThat(browser.get("/api/queues").status()).as("by an old browser").isEqualTo(403);
			assertThat(queue.counts().paused()).isFalse();
			browser.with("Origin", browser.origin());
			assertThat(browser.get("/api/queues").status()).isEqualTo(200);
			assertThat(browser.post(PAUSE, "{}").status()).isEqualTo(200);
			browser.with("Sec-Fetch-Site", "same-origin");
			assertThat(browser.post(PAUSE, "{}").status()).isEqualTo(200);
		});
	}

	@Test
	void changesNothingForForms() {
		run((browser, queue) -> {
			browser.with("Content-Type", "text/plain");
			assertThat(browser.post(PAUSE, "{}").status()).isEqualTo(415);
			browser.with("Content-Type", "application/json").with("X-Requested-With", null);
			assertThat(browser.post(PAUSE, "{}").error()).contains("X-Requested-With");
			assertThat(browser.delete("/api/queues/orders/jobs?id=a").status()).isEqualTo(403);
			assertThat(queue.counts().paused()).isFalse();
		});
	}

	@Test
	void changesNothingIfItIsReadOnly() {
		run((browser, queue) -> {
			assertThat(browser.get("/api/session").at("/readOnly").asBoolean()).isTrue();
			Answer answer = browser.post(PAUSE, "{}");
			assertThat(answer.status()).isEqualTo(405);
			assertThat(answer.header("Allow")).isEqualTo("GET");
			assertThat(answer.error()).contains("redis-queue.console.read-only");
			assertThat(browser.delete("/api/queues/orders/dead-letters?id=a").status()).isEqualTo(405);
			assertThat(queue.counts().paused()).isFalse();
		}, "redis-queue.console.read-only=true");
	}

	@Test
	void servesEverybodyOnlyIfItIsToldTo(CapturedOutput output) {
		bareApplication("redis-queue.console.allow-unprotected=true").run((context) -> {
			assertThat(context.getStartupFailure()).isNull();
			ConsoleClient stranger = new ConsoleClient(context);
			assertThat(stranger.get("/").status()).isEqualTo(200);
			assertThat(stranger.get("/api/session").json().propertyNames()).doesNotContain("user", "csrf");
			assertThat(stranger.post(PAUSE, "{}").at("/paused").asBoolean()).isTrue();
			assertThat(stranger.with("X-Requested-With", null).post(PAUSE, "{}").status()).isEqualTo(403);
		});
		assertThat(output).contains("The console of the queues at /redis-queue is open to everybody",
				"'anonymous' used the console to pause queue 'orders' {paused=true}");
	}

	@Test
	void servesStrangersOnlyUnderTheNamesOfThisMachineAndThoseThatAreAllowed() {
		bareApplication("redis-queue.console.allow-unprotected=true",
				"redis-queue.console.allowed-hosts=Queues.example.org")
			.run((context) -> {
				assertThat(context.getStartupFailure()).isNull();
				for (String host : List.of("localhost:1", "127.0.0.1", "[::1]:8080", "queues.example.org:443")) {
					assertThat(statusOf(context, host)).as(host).contains(" 200");
				}
				for (String host : List.of("evil.example", "localhost.evil.example",
						"queues.example.org.evil.example")) {
					assertThat(statusOf(context, host)).as(host).contains(" 403");
				}
			});
	}

	/** The first line of the response to a request under a name of the server. */
	private static String statusOf(ApplicationContext application, String host, String... headers) throws IOException {
		int port = application.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
			String request = "GET /redis-queue/api/session HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n"
					+ String.join("", List.of(headers).stream().map((header) -> header + "\r\n").toList()) + "\r\n";
			socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
			return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
				.readLine();
		}
	}

	@Test
	void servesUsersUnderAnyNameAndWithoutATokenIfTheApplicationAsksForNone() {
		this.web.application(this.redis, this.web.noToken).run((context) -> {
			assertThat(context.getStartupFailure()).isNull();
			assertThat(statusOf(context, "any.example", "Authorization: Basic b3A6c2VjcmV0")).contains(" 200");
			ConsoleClient browser = new ConsoleClient(context).as("op");
			assertThat(browser.get("/api/session").json().propertyNames()).doesNotContain("csrf");
			assertThat(browser.post(PAUSE, "{}").status()).isEqualTo(200);
			assertThat(browser.with("X-Requested-With", null).post(PAUSE, "{}").status()).isEqualTo(403);
		});
	}

}
