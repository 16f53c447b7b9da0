package io.github.redisqueue.console;

import java.util.List;

import io.github.redisqueue.Job;
import io.github.redisqueue.JobState;
import io.github.redisqueue.console.Browser.Answer;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.AuditEventRepository;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the console does with Spring MVC and with Spring WebFlux.
 */
abstract class ConsoleContract extends ConsoleTests {

	ConsoleContract(TestRedis redis) {
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
	void changesNothingWhereThereIsNothingToChange() {
		List<String> paths = List.of("/", "/api/session", "/api/queues", "/api/queues/orders",
				"/api/queues/orders/dead-letters/groups");
		run((browser, queue) -> assertThat(paths)
			.allSatisfy((path) -> assertThat(browser.post(path, "{}").status()).isEqualTo(405)));
	}

	@Test
	void isAtThePathOfItsProperty() {
		runApplication((context) -> {
			Browser browser = new Browser(context, "/ops/queues").as("op");
			assertThat(browser.get("").header("Location")).isEqualTo("queues/");
			assertThat(browser.get("/").status()).isEqualTo(200);
			assertThat(browser.get("/api/queues/orders").json().path("name").asString()).isEqualTo("orders");
			assertThat(new Browser(context).as("op").get("/").status()).isEqualTo(404);
		}, "redis-queue.console.path=/ops/queues");
	}

}
