package io.github.redisqueue.console.browser;

import java.util.Iterator;
import java.util.List;

import io.github.redisqueue.Job;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.AccessDeniedHandler;

import static io.github.redisqueue.admin.Burial.bury;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page of a console that changes nothing.
 */
@RedisTest
class ReadOnlyPageTest {

	@Test
	void offersNothingThatChangesAQueue(TestRedis redis) {
		offersNothing(ConsoleTests.run(ConsoleTests.Shop.class, redis, "redis-queue.console.read-only=true"));
	}

	@Test
	void offersNothingThatTheRulesOfTheApplicationForbid(TestRedis redis) {
		offersNothing(ConsoleTests.run(Readers.class, redis));
	}

	private static void offersNothing(ConfigurableApplicationContext started) {
		Browser browser = Browser.open();
		try (ConfigurableApplicationContext application = started) {
			WorkerQueue queue = application.getBean(WorkQueues.class).forWorker("exports");
			bury(queue, Job.of("dead", new byte[0]), new IllegalStateException("Disk full"));
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

	/**
	 * A shop whose users may only read.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Readers extends ConsoleTests.Shop {

		@Bean
		SecurityFilterChain rules(HttpSecurity http) {
			return http
				.authorizeHttpRequests((requests) -> requests.requestMatchers(HttpMethod.GET)
					.authenticated()
					.anyRequest()
					.hasRole("WRITER"))
				.formLogin(Customizer.withDefaults())
				.exceptionHandling((exceptions) -> exceptions.accessDeniedHandler(refusingInTurn()))
				.build();
		}

		/**
		 * Refuses what each page sends in another way. The page repeats what was
		 * forbidden, with a new CSRF token.
		 */
		private static AccessDeniedHandler refusingInTurn() {
			Iterator<Integer> refusals = List.of(403, 403, 401, 404, 405, 302).iterator();
			return (request, response, ex) -> {
				response.setStatus(refusals.next());
				response.setHeader("Location", "login");
			};
		}

	}

	private static void offersOnly(ConsolePage page, String hash, String text, String... buttons) {
		page.open(hash, "exports");
		page.shows(text);
		assertThat(page.buttons()).containsExactly(buttons);
	}

}
