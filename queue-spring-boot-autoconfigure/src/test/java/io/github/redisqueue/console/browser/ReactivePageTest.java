package io.github.redisqueue.console.browser;

import io.github.redisqueue.Job;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.console.ConsoleContexts;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;

import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The page of an application with Spring WebFlux.
 */
@RedisTest
class ReactivePageTest {

	@Test
	void showsWhyAJobHasFailedAndPutsItBack(TestRedis redis) {
		Browser browser = Browser.open();
		try (ConfigurableApplicationContext application = ConsoleTests.run(WebApplicationType.REACTIVE,
				ReactiveShop.class, redis, "redis-queue.console.refresh=500ms")) {
			WorkerQueue mails = application.getBean(WorkQueues.class).forWorker("mails");
			ConsoleTests.bury(mails, Job.of("welcome", new byte[0]), new IllegalStateException("No such address"));
			ConsolePage page = new ConsolePage(browser.driver(), ConsoleTests.address(application));
			page.signIn("ada", "secret");
			page.clickLink("mails");
			page.heading("mails");
			page.clickLink("See why");
			page.clickLink("No such address");
			page.shows("Stack trace");
			page.clickButton("Redrive…");
			page.confirm("Redrive 1 job");
			page.shows("Job welcome was put back.");
			await().until(() -> mails.counts().ready() == 1);
			assertThat(mails.deadLetters().count()).isZero();
			browser.hasLoggedNoError();
		}
	}

	/**
	 * The same shop on Netty.
	 */
	@Configuration(proxyBeanMethods = false)
	static class ReactiveShop extends ConsoleTests.Shop {

		@Bean
		ReactorResourceFactory reactorResourceFactory() {
			return ConsoleContexts.resourcesThatEndAtOnce();
		}

	}

}
