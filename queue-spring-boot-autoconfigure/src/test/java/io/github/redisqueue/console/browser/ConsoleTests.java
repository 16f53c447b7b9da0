package io.github.redisqueue.console.browser;

import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;

import io.github.redisqueue.Job;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.WebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Uses the console of a real application, with its login form, in a real browser. Each
 * test has queues of its own.
 */
@RedisTest
abstract class ConsoleTests {

	static @Nullable Browser browser;

	static @Nullable ConfigurableApplicationContext application;

	static @Nullable TestRedis redis;

	static @Nullable ConsolePage page;

	@BeforeAll
	static void start(TestRedis redis) {
		browser = Browser.open();
		ConsoleTests.redis = redis;
		application = run(Shop.class, redis, "redis-queue.console.refresh=500ms",
				"redis-queue.queues.webhooks.groups.enabled=true", "redis-queue.queues.letters.history.enabled=true",
				"redis-queue.schedules.tidy-up.queue=chores", "redis-queue.schedules.tidy-up.every=1s",
				"redis-queue.schedules.report.queue=chores", "redis-queue.schedules.report.cron=@monthly");
		page = new ConsolePage(browser.driver(), address(application));
		page.signIn("ada", "secret");
	}

	/** Starts an application; the properties are less than those that all have. */
	static ConfigurableApplicationContext run(Class<?> application, TestRedis redis, String... properties) {
		return new SpringApplicationBuilder(application).properties(properties)
			.run("--spring.main.web-application-type=servlet", "--server.port=0", "--server.address=127.0.0.1",
					"--server.servlet.context-path=/shop", "--spring.application.name=shop",
					"--spring.main.banner-mode=off", "--spring.security.user.name=ada",
					"--spring.security.user.password=secret", "--spring.data.redis.host=" + redis.host(),
					"--spring.data.redis.port=" + redis.port(), "--redis-queue.key-prefix=" + redis.keyPrefix(),
					"--redis-queue.retry.max-retries=0", "--redis-queue.console.enabled=true",
					"--redis-queue.console.show-values=always");
	}

	static String address(ConfigurableApplicationContext application) {
		WebServer server = ((WebServerApplicationContext) application).getWebServer();
		assertThat(server).isNotNull();
		return "http://127.0.0.1:" + server.getPort() + "/shop/redis-queue/";
	}

	@BeforeEach
	void useALightPageOfTheUsualSize() {
		browser().resize(1280, 900);
		browser().scheme("light");
	}

	@AfterEach
	void hasLoggedNoError() {
		browser().hasLoggedNoError();
	}

	@AfterAll
	static void stop() {
		if (application != null) {
			application.close();
			application = null;
		}
	}

	static Browser browser() {
		assertThat(browser).isNotNull();
		return browser;
	}

	static ConsolePage page() {
		assertThat(page).isNotNull();
		return page;
	}

	static TestRedis redis() {
		assertThat(redis).isNotNull();
		return redis;
	}

	static <T> T bean(Class<T> type) {
		assertThat(application).isNotNull();
		return application.getBean(type);
	}

	static Shipping shipping() {
		return bean(Shipping.class);
	}

	static WorkerQueue queue(String name) {
		return bean(WorkQueues.class).forWorker(name);
	}

	static Job job(String id, String payload) {
		return Job.of(id, payload.getBytes(StandardCharsets.UTF_8));
	}

	/** A key of a queue. */
	static String key(String queue, String name) {
		return redis().keyPrefix() + "{" + queue + "}:" + name;
	}

	/**
	 * The application.
	 */
	@EnableAutoConfiguration
	@Configuration(proxyBeanMethods = false)
	static class Shop {

		@Bean
		Shipping shipping() {
			return new Shipping();
		}

	}

	/**
	 * Ships what has a quantity.
	 */
	static class Shipping {

		final Queue<String> shipped = new ConcurrentLinkedQueue<>();

		final Queue<String> refused = new ConcurrentLinkedQueue<>();

		final CountDownLatch answer = new CountDownLatch(1);

		@QueueListener("orders")
		void ship(String order) {
			if (!order.contains("\"quantity\":")) {
				throw new IllegalArgumentException("The order has no quantity");
			}
			this.shipped.add(order);
		}

		@QueueListener("returns")
		void takeBack(String order) {
			this.refused.add(order);
			throw new IllegalStateException("The warehouse is full");
		}

		/** Hangs until the test says otherwise. */
		@QueueListener(id = "tracking", queues = "parcels", concurrency = "1")
		void track(String parcel) throws InterruptedException {
			this.answer.await();
		}

	}

}
