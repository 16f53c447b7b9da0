package io.github.redisqueue.console;

import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Schedulers;

import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The console with Spring WebFlux.
 */
@RedisTest
class ConsoleOnWebFluxTest extends ConsoleContract {

	ConsoleOnWebFluxTest(TestRedis redis) {
		super(redis);
	}

	@Override
	AbstractApplicationContextRunner<?, ?, ?> application(String... properties) {
		ReactiveWebApplicationContextRunner runner = ConsoleContexts.secured(ConsoleContexts.reactive());
		return ConsoleContexts.with(runner, this.redis)
			.withUserConfiguration(ConsoleUsers.Reactive.class)
			.withPropertyValues(properties);
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
	void isBelowTheBasePath() {
		runApplication((context) -> {
			ConsoleClient browser = new ConsoleClient(context, "/shop/redis-queue").as("op").withToken();
			assertThat(browser.get("").header("Location")).isEqualTo("redis-queue/");
			assertThat(browser.get("/").status()).isEqualTo(200);
			assertThat(browser.post("/api/queues/orders/pause", "{}").status()).isEqualTo(200);
		}, "spring.webflux.base-path=/shop");
	}

}
