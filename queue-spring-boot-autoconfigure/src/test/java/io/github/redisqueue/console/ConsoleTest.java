package io.github.redisqueue.console;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.Job;
import io.github.redisqueue.JobState;
import io.github.redisqueue.console.ConsoleClient.Answer;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;

import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.context.ConfigurableApplicationContext;

import static io.github.redisqueue.admin.Burial.bury;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the console does with Spring MVC and with Spring WebFlux.
 */
@RedisTest
class ConsoleTest extends ConsoleOverHttpTests {

	ConsoleTest(TestRedis redis) {
		super(redis);
	}

	@Test
	void servesItsPage() {
		run((browser, queue) -> {
			Answer redirect = browser.get("");
			assertThat(redirect.status()).isEqualTo(302);
			assertThat(redirect.header("Location")).isEqualTo("redis-queue/");
			Answer page = browser.get("/");
			assertThat(page.status()).isEqualTo(200);
			assertThat(page.header("Content-Type")).isEqualTo("text/html;charset=utf-8");
			assertThat(page.response().body()).contains("<html");
		});
	}

	@Test
	void servesFilesThatBrowsersKeep() {
		run((browser, queue) -> {
			Answer script = browser.get("/assets/test/sample.js");
			assertThat(script.header("Content-Type")).isEqualTo("text/javascript;charset=utf-8");
			assertThat(script.response().body()).contains("answer = 42");
			Answer again = browser.with("If-None-Match", script.header("ETag")).get("/assets/test/sample.js");
			assertThat(again.status()).isEqualTo(304);
			assertThat(again.response().body()).isEmpty();
		});
	}

	@Test
	void servesNothingElse() {
		List<String> paths = List.of("/QueueConsole.class", "/assets/../QueueConsole.class",
				"/assets/%2e%2e/QueueConsole.class", "/assets/test", "/assets/", "/assets/absent.js", "/absent", "/api",
				"/api/absent", "/index.html/");
		run((browser, queue) -> assertThat(paths)
			.allSatisfy((path) -> assertThat(browser.get(path).status()).isIn(400, 404)));
	}

	@Test
	void sendsHeadersThatProtectTheBrowser() {
		List<String> paths = List.of("", "/", "/assets/test/sample.js", "/api/session", "/api/queues", "/absent");
		run((browser, queue) -> assertThat(paths).allSatisfy((path) -> {
			Answer answer = browser.get(path);
			assertThat(answer.header("Content-Security-Policy"))
				.isEqualTo("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
						+ "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
						+ "frame-ancestors 'none'");
			assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
			assertThat(answer.header("Referrer-Policy")).isEqualTo("no-referrer");
		}));
	}

	@Test
	void letsNobodyStoreWhatItTells() {
		run((browser, queue) -> assertThat(List.of("/api/session", "/api/queues", "/api/absent"))
			.allSatisfy((path) -> assertThat(browser.get(path).header("Cache-Control")).isEqualTo("no-store")));
	}

	@Test
	void tellsWhoUsesWhat() {
		run((browser, queue) -> {
			JsonNode session = browser.get("/api/session").json();
			assertThat(session.path("user").asString()).isEqualTo("op");
			assertThat(session.path("application").asString()).isEqualTo("orders-app");
			assertThat(session.path("instance").asString()).isEqualTo("vm-1");
			assertThat(session.path("readOnly").asBoolean()).isFalse();
			assertThat(session.path("refreshMs").asInt()).isEqualTo(2000);
			assertThat(session.at("/csrf/header").asString()).isEqualTo("X-CSRF-TOKEN");
			assertThat(session.at("/csrf/token").asString()).isNotEmpty();
			assertThat(browser.post("/api/session", "{}").status()).isEqualTo(200);
			assertThat(browser.delete("/api/session").status()).isEqualTo(405);
		});
	}

	@Test
	void showsQueues() {
		run((browser, queue) -> {
			queue.add(List.of(Job.of("a", new byte[3]), Job.of("b", new byte[0])));
			JsonNode all = browser.get("/api/queues").json();
			assertThat(all.path("at").asString()).endsWith("Z");
			JsonNode orders = all.at("/queues/0");
			assertThat(orders.path("name").asString()).isEqualTo("orders");
			assertThat(orders.path("type").asString()).isEqualTo("lease");
			assertThat(orders.at("/counts/ready").asInt()).isEqualTo(2);
			assertThat(orders.path("paused").isBoolean()).isTrue();
			assertThat(orders.at("/listeners/count").asInt()).isZero();
			assertThat(orders.path("spark").values()).isNotEmpty();
			JsonNode one = browser.get("/api/queues/orders").json();
			assertThat(one.path("limits").isObject()).isTrue();
			assertThat(one.path("listeners").isArray()).isTrue();
			JsonNode history = one.path("history");
			assertThat(history.propertyNames()).containsExactly("at", "ready", "delayed", "waiting", "leased", "dead",
					"sent", "handled", "failed", "waitP50", "waitP95", "waitP99", "handlingP50", "handlingP95",
					"handlingP99");
			assertThat(history.values()).extracting(JsonNode::size).containsOnly(history.path("at").size());
		}, "redis-queue.console.refresh=1m");
	}

	@Test
	void showsJobsAndDeadLetters() {
		run((browser, queue) -> {
			bury(queue, new IllegalStateException("No stock"), "a/b");
			queue.add(Job.of("c", "text".getBytes()));
			JsonNode letters = browser.get("/api/queues/orders/dead-letters?count=1&reason=failures&text=stock").json();
			assertThat(letters.at("/deadLetters/0/id").asString()).isEqualTo("a/b");
			JsonNode one = browser.get("/api/queues/orders/dead-letters?id=a%2Fb").json();
			assertThat(one.path("stackTrace").asString()).contains("No stock");
			assertThat(one.path("payload").asString()).isEqualTo("******");
			JsonNode jobs = browser.get("/api/queues/orders/jobs?state=ready").json();
			assertThat(jobs.at("/jobs/0/id").asString()).isEqualTo("c");
			assertThat(browser.get("/api/queues/orders/jobs?id=c").at("/payload").asString()).isEqualTo("******");
			assertThat(browser.get("/api/queues/orders/jobs?id=d").status()).isEqualTo(404);
			assertThat(browser.get("/api/queues/oders").error()).contains("no queue 'oders'");
			assertThat(browser.get("/api/queues/orders/dead-letters?count=0").status()).isEqualTo(400);
		});
	}

	@Test
	void showsValuesToThoseWhoMaySeeThem() {
		run((browser, queue) -> {
			queue.add(Job.of("a", "text".getBytes()));
			assertThat(browser.get("/api/queues/orders/jobs?id=a").at("/payload").asString()).isEqualTo("text");
			browser.as("guest");
			assertThat(browser.get("/api/queues/orders/jobs?id=a").at("/payload").asString()).isEqualTo("******");
		}, "redis-queue.console.show-values=when-authorized", "redis-queue.console.show-values-roles=OPERATOR");
	}

	@Test
	void groupsDeadLettersByTheirExceptions() {
		run((browser, queue) -> {
			bury(queue, new IllegalStateException("No stock"), "a", "b");
			bury(queue, new IllegalArgumentException("No such address"), "c");
			bury(queue, new IllegalStateException("No stock at all"), "d");
			JsonNode groups = browser.get("/api/queues/orders/dead-letters/groups").json();
			assertThat(groups.path("looked").asInt()).isEqualTo(4);
			assertThat(groups.path("total").asInt()).isEqualTo(4);
			JsonNode first = groups.at("/groups/0");
			assertThat(first.path("exception").asString()).isEqualTo("java.lang.IllegalStateException");
			assertThat(first.path("reason").asString()).isEqualTo("FAILURES");
			assertThat(first.path("count").asInt()).isEqualTo(3);
			assertThat(first.path("message").asString()).isEqualTo("No stock at all");
			assertThat(first.path("sample").asString()).isEqualTo("d");
			assertThat(first.path("newest").asString()).isNotEqualTo(first.path("oldest").asString());
			assertThat(groups.at("/groups/1/count").asInt()).isOne();
			assertThat(browser.get("/api/queues/oders/dead-letters/groups").status()).isEqualTo(404);
		});
	}

	@Test
	void changesQueuesAndShowsThat() {
		run((browser, queue) -> {
			bury(queue, new IllegalStateException("No stock"), "a", "b", "c");
			assertThat(browser.get("/api/queues/orders").at("/paused").asBoolean()).isFalse();
			assertThat(browser.get("/api/queues").at("/queues/0/paused").asBoolean()).isFalse();
			assertThat(browser.post("/api/queues/orders/pause", "{}").at("/paused").asBoolean()).isTrue();
			assertThat(browser.get("/api/queues/orders").at("/paused").asBoolean()).isTrue();
			assertThat(browser.get("/api/queues").at("/queues/0/paused").asBoolean()).isTrue();
			assertThat(browser.post("/api/queues/orders/dead-letters", "{\"id\":\"a\",\"payload\":\"better\"}")
				.at("/redriven")
				.asInt()).isOne();
			assertThat(queue.find("a").orElseThrow().job().payload()).isEqualTo("better".getBytes());
			assertThat(browser.delete("/api/queues/orders/dead-letters?id=b").at("/purged").asInt()).isOne();
			assertThat(browser.post("/api/queues/orders/redrive", "{\"rate\":10,\"text\":\"stock\"}")
				.at("/redriven")
				.asInt()).isOne();
			assertThat(browser.post("/api/queues/orders/jobs", "{\"id\":\"a\",\"delay\":\"1h\"}").status())
				.isEqualTo(200);
			assertThat(queue.find("a").orElseThrow().state()).isEqualTo(JobState.DELAYED);
			assertThat(browser.delete("/api/queues/orders/jobs?id=c").at("/cancelled").asInt()).isOne();
		}, "redis-queue.console.refresh=1m");
	}

	@Test
	void auditsWhoHasChangedSomething() {
		runApplication((context) -> {
			ConsoleClient browser = new ConsoleClient(context).as("op").withToken();
			Instant before = Instant.now();
			assertThat(browser.post("/api/queues/orders/pause", "{}").status()).isEqualTo(200);
			assertThat(context.getBean(AuditEventRepository.class).find("op", before, "QUEUE_PAUSED"))
				.extracting(AuditEvent::getData)
				.singleElement()
				.hasToString("{queue=orders, paused=true}");
		});
	}

	@Test
	void refusesABodyThatIsNoObjectOfTexts() {
		run((browser, queue) -> {
			assertThat(List.of("[]", "{", "{\"id\":{}}")).allSatisfy((body) -> {
				Answer answer = browser.post("/api/queues/orders/pause", body);
				assertThat(answer.status()).isEqualTo(400);
				assertThat(answer.error()).isNotEmpty();
			});
			assertThat(queue.counts().paused()).isFalse();
		});
	}

	@Test
	void refusesABodyThatIsTooLarge() {
		run((browser, queue) -> {
			String large = "x".repeat(ConsoleRequest.MAX_BODY);
			assertThat(browser.post("/api/queues/orders/pause", "{\"id\":\"" + large + "\"}").status()).isEqualTo(413);
		});
	}

	@Test
	void changesNothingWhereThereIsNothingToChange() {
		List<String> paths = List.of("/", "/api/queues", "/api/queues/orders",
				"/api/queues/orders/dead-letters/groups");
		run((browser, queue) -> assertThat(paths)
			.allSatisfy((path) -> assertThat(browser.post(path, "{}").status()).isEqualTo(405)));
	}

	@Test
	void isAtThePathOfItsProperty() {
		runApplication((context) -> {
			ConsoleClient browser = new ConsoleClient(context, "/ops/queues").as("op");
			assertThat(browser.get("").header("Location")).isEqualTo("queues/");
			assertThat(browser.get("/").status()).isEqualTo(200);
			assertThat(browser.get("/api/queues/orders").at("/name").asString()).isEqualTo("orders");
			assertThat(new ConsoleClient(context).as("op").get("/").status()).isEqualTo(404);
		}, "redis-queue.console.path=/ops/queues");
	}

	@Test
	void waitsForRedisOnNoEventLoop() {
		runApplication((context) -> {
			List<Boolean> onEventLoop = new ArrayList<>();
			((ConfigurableApplicationContext) context).addApplicationListener((event) -> {
				if (event instanceof AuditApplicationEvent) {
					onEventLoop.add(Schedulers.isInNonBlockingThread());
				}
			});
			ConsoleClient browser = new ConsoleClient(context).as("op").withToken();
			assertThat(browser.post("/api/queues/orders/pause", "{}").status()).isEqualTo(200);
			assertThat(onEventLoop).containsExactly(false);
		});
	}

	@Test
	void isBelowThePathOfTheApplication() {
		runApplication((context) -> {
			ConsoleClient browser = new ConsoleClient(context, this.web.path + "/redis-queue").as("op").withToken();
			assertThat(browser.get("").header("Location")).isEqualTo("redis-queue/");
			assertThat(browser.get("/").status()).isEqualTo(200);
			assertThat(browser.post("/api/queues/orders/pause", "{}").status()).isEqualTo(200);
		}, this.web.propertiesOfPath);
	}

}
