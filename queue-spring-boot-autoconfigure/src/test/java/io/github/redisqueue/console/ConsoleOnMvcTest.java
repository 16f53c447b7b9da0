package io.github.redisqueue.console;

import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The console with Spring MVC.
 */
@RedisTest
class ConsoleOnMvcTest extends ConsoleContract {

	ConsoleOnMvcTest(TestRedis redis) {
		super(redis);
	}

	@Override
	AbstractApplicationContextRunner<?, ?, ?> application(String... properties) {
		WebApplicationContextRunner runner = ConsoleContexts.secured(ConsoleContexts.servlet());
		return ConsoleContexts.with(runner, this.redis)
			.withUserConfiguration(ConsoleUsers.Servlet.class)
			.withPropertyValues(properties);
	}

	@Test
	void isBelowTheContextPathAndThatOfTheServlet() {
		runApplication((context) -> {
			ConsoleClient browser = new ConsoleClient(context, "/shop/web/redis-queue").as("op").withToken();
			assertThat(browser.get("").header("Location")).isEqualTo("redis-queue/");
			assertThat(browser.get("/").status()).isEqualTo(200);
			assertThat(browser.post("/api/queues/orders/pause", "{}").status()).isEqualTo(200);
		}, "server.servlet.context-path=/shop", "spring.mvc.servlet.path=/web");
	}

}
