package io.github.redisqueue.console.browser;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.Job;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.annotation.QueueListener;
import io.github.redisqueue.annotation.QueueSchedule;
import io.github.redisqueue.template.QueueOperations;
import io.github.redisqueue.template.SendRequest;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Makes the pictures of docs/console.md, of a shop that is at work. No test of the build:
 * <pre>
 * ./mvnw -pl queue-spring-boot-autoconfigure -am test -Dtest=Screenshots -Dsurefire.failIfNoSpecifiedTests=false
 * </pre>
 */
@RedisTest
class Screenshots {

	private static final Path FOLDER = Path.of("..", "docs", "images");

	private static final int MAX_BYTES = 150_000;

	@Test
	void ofAShopAtWork(TestRedis redis) throws IOException {
		Browser browser = Browser.open();
		try (ConfigurableApplicationContext application = ConsoleTests.run(BusyShop.class, redis,
				"redis-queue.queues.invoices.rate-limit=6/s", "redis-queue.queues.exports.type=stream",
				"redis-queue.queues.search-index.shards=4", "redis-queue.queues.webhooks.groups.enabled=true")) {
			ConsolePage page = new ConsolePage(browser.driver(), ConsoleTests.address(application));
			Files.createDirectories(FOLDER);
			page.signIn("ada", "secret");
			fill(application.getBean(WorkQueues.class));
			page.open("#/queues/orders", "orders");
			// A past worth a chart.
			await().atMost(Duration.ofMinutes(5))
				.ignoreExceptions()
				.until(() -> page.find(By.id("past")).getText().matches("The last (1 min [3-9]\\d s|[2-9] min.*)"));
			page.open("", "Queues");
			shoot(browser, "queues", 1280, 860);
			shoot(browser, "queues-narrow", 360, 740);
			page.open("#/queues/thumbnails", "thumbnails");
			browser.scheme("dark");
			shoot(browser, "queue", 1280, 1440);
			browser.scheme("light");
			page.open("#/queues/mails", "mails");
			shoot(browser, "paused", 1280, 600);
			page.open("#/queues/webhooks/jobs?state=waiting", "webhooks");
			shoot(browser, "jobs", 1280, 800);
			page.open("#/queues/orders/dead-letters", "orders");
			shoot(browser, "dead-letters", 1280, 860);
			page.click(By.cssSelector("tbody .message"));
			page.shows("Stack trace");
			shoot(browser, "dead-letter", 1280, 900);
			page.clickButton("Redrive…");
			page.find(By.cssSelector("dialog[open]"));
			shoot(browser, "dialog", 1280, 700);
		}
	}

	private static void shoot(Browser browser, String name, int width, int height) throws IOException {
		browser.resize(width, height);
		byte[] picture = browser.driver().getScreenshotAs(OutputType.BYTES);
		assertThat(picture).as(name).hasSizeLessThanOrEqualTo(MAX_BYTES);
		Files.write(FOLDER.resolve("console-" + name + ".png"), picture);
	}

	private static void fill(WorkQueues queues) {
		queues.forWorker("mails").pause();
		for (int i = 0; i < 120; i++) {
			queues.forWorker("mails").add(job("mail-" + (4100 + i)));
			queues.forWorker("webhooks").add(job("hook-" + (870 + i)).withGroup("customer-" + (17 + i % 9)));
			queues.forWorker("payments").add(job("payment-" + (310 + i)).withDelay(Duration.ofMinutes(5 + i)));
		}
	}

	private static Job job(String id) {
		return Job.of(id, payload(id).getBytes(StandardCharsets.UTF_8));
	}

	private static String payload(String id) {
		return "{\"id\":\"" + id + "\",\"sku\":\"LAMP-OAK-M\",\"quantity\":1}";
	}

	/**
	 * Sends and handles jobs of ten queues.
	 */
	@EnableScheduling
	@EnableAutoConfiguration
	@Configuration(proxyBeanMethods = false)
	static class BusyShop {

		@Bean
		Work work(QueueOperations queues) {
			return new Work(queues);
		}

	}

	/**
	 * The work of the shop.
	 */
	static class Work implements DisposableBean {

		private final QueueOperations queues;

		private final Random random = new Random(7);

		/** Handlers take their time until the shop closes. */
		private final CountDownLatch end = new CountDownLatch(1);

		private int sent;

		Work(QueueOperations queues) {
			this.queues = queues;
		}

		@Scheduled(fixedRate = 200)
		void send() {
			int wave = (int) (6 + 5 * Math.sin(this.sent++ / 40.0));
			for (int i = 0; i < wave; i++) {
				String number = this.sent + "-" + i;
				send("orders", "order-" + number);
				send("thumbnails", "thumbnail-" + number);
				send("search-index", "document-" + number);
			}
			send("invoices", "invoice-" + this.sent + "-1");
			send("invoices", "invoice-" + this.sent + "-2");
			if (this.sent == 100) {
				for (int i = 1; i <= 4; i++) {
					send("orders", "order-retro-" + i);
					send("orders", "order-declined-" + i);
				}
				send("orders", "order-foreign-1", "{");
			}
		}

		private void send(String queue, String id) {
			send(queue, id, payload(id));
		}

		private void send(String queue, String id, String payload) {
			this.queues.send(queue, SendRequest.of(payload).withId(id));
		}

		@QueueListener(queues = "orders", concurrency = "8")
		void ship(String order) throws InterruptedException {
			take(20);
			if (order.contains("retro")) {
				throw new IllegalStateException("LAMP-RETRO-M is not on sale any more");
			}
			if (order.contains("declined")) {
				throw new UnsupportedOperationException("The card of the customer was declined: insufficient funds");
			}
			if (!order.endsWith("}")) {
				throw new IllegalArgumentException("The order is no JSON: it ends after 1 character");
			}
		}

		@QueueListener(queues = "thumbnails", concurrency = "2")
		void draw(String picture) throws InterruptedException {
			take(60);
		}

		@QueueListener(queues = { "search-index", "invoices", "payments" })
		void index(String document) throws InterruptedException {
			take(5);
		}

		@QueueListener("mails")
		void mail(String mail) throws InterruptedException {
			take(5);
		}

		@QueueListener(queues = "webhooks", concurrency = "2")
		void call(String webhook) throws InterruptedException {
			this.end.await();
		}

		@QueueSchedule(id = "daily-report", queue = "reports", cron = "0 0 6 * * *", zone = "Europe/Berlin")
		String report() {
			return "sales";
		}

		@Override
		public void destroy() {
			this.end.countDown();
		}

		private void take(int millis) throws InterruptedException {
			this.end.await((long) (millis * (0.5 + this.random.nextDouble())), TimeUnit.MILLISECONDS);
		}

	}

}
