package io.github.redisqueue.console.browser;

import io.github.redisqueue.Job;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page of a console that changes nothing.
 */
@RedisTest
class ReadOnlyPageTest {

	@Test
	void offersNothingThatChangesAQueue(TestRedis redis) {
		Browser browser = Browser.open();
		try (ConfigurableApplicationContext application = ConsoleTests.run(ConsoleTests.Shop.class, redis,
				"redis-queue.console.read-only=true")) {
			WorkerQueue queue = application.getBean(WorkQueues.class).forWorker("exports");
			ConsoleTests.bury(queue, Job.of("dead", new byte[0]), new IllegalStateException("Disk full"));
			queue.add(Job.of("waits", new byte[0]));
			queue.pause();
			ConsolePage page = new ConsolePage(browser.driver(), ConsoleTests.address(application));
			page.signIn("ada", "secret");
			page.shows("Read only");
			offersOnly(page, "#/queues/exports", "Paused: no instance leases jobs.");
			offersOnly(page, "#/queues/exports/jobs?id=waits", "Job waits", "Find");
			offersOnly(page, "#/queues/exports/dead-letters", "Disk full", "Filter");
			offersOnly(page, "#/queues/exports/dead-letters?id=dead", "Stack trace");
		}
	}

	private static void offersOnly(ConsolePage page, String hash, String text, String... buttons) {
		page.open(hash, "exports");
		page.shows(text);
		assertThat(page.buttons()).containsExactly(buttons);
	}

}
