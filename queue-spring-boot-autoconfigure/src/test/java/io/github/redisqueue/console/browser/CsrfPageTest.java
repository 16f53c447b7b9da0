package io.github.redisqueue.console.browser;

import java.util.List;

import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.WorkerQueue;
import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.logging.LogEntry;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.CsrfConfigurer;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The page in applications whose token against forged requests is in a cookie.
 */
@RedisTest
class CsrfPageTest {

	@Test
	void sendsTheTokenOfTheCookieIfTheApplicationWantsIt(TestRedis redis) {
		Browser browser = Browser.open();
		try (ConfigurableApplicationContext application = ConsoleTests.run(SinglePageShop.class, redis)) {
			ConsolePage page = open(browser, application);
			pause(page);
			// It was refused once when it was opened, and knows since then.
			assertThat(refusals(browser)).isNotEmpty();
			page.clickButton("Resume");
			page.shows("Queue mails goes on.");
			assertThat(refusals(browser)).isEmpty();
			assertThat(mails(application).counts().paused()).isFalse();
		}
	}

	@Test
	void sendsTheMaskedTokenIfTheApplicationWantsThat(TestRedis redis) {
		Browser browser = Browser.open();
		try (ConfigurableApplicationContext application = ConsoleTests.run(CookieShop.class, redis)) {
			ConsolePage page = open(browser, application);
			pause(page);
			assertThat(refusals(browser)).isEmpty();
			browser.driver().manage().deleteCookieNamed("XSRF-TOKEN");
			page.clickButton("Resume");
			page.shows("Queue mails goes on.");
			assertThat(mails(application).counts().paused()).isFalse();
		}
	}

	private static ConsolePage open(Browser browser, ConfigurableApplicationContext application) {
		mails(application);
		ConsolePage page = new ConsolePage(browser.driver(), ConsoleTests.address(application));
		page.signIn("ada", "secret");
		page.open("#/queues/mails", "mails");
		return page;
	}

	private static void pause(ConsolePage page) {
		page.clickButton("Pause…");
		page.confirm("Pause the queue");
		page.shows("Queue mails is paused.");
	}

	private static WorkerQueue mails(ConfigurableApplicationContext application) {
		return application.getBean(WorkQueues.class).forWorker("mails");
	}

	/** The answers of 403 since the last look, which the browser calls errors. */
	private static List<LogEntry> refusals(Browser browser) {
		return browser.driver()
			.manage()
			.logs()
			.get("browser")
			.getAll()
			.stream()
			.filter((entry) -> entry.getMessage().contains("403"))
			.toList();
	}

	private static SecurityFilterChain secured(HttpSecurity http, Customizer<CsrfConfigurer<HttpSecurity>> csrf) {
		return http.authorizeHttpRequests((requests) -> requests.anyRequest().authenticated())
			.formLogin(Customizer.withDefaults())
			.csrf(csrf)
			.build();
	}

	/**
	 * A shop with scripts that send the token of the cookie as it is.
	 */
	@Configuration(proxyBeanMethods = false)
	static class SinglePageShop extends ConsoleTests.Shop {

		@Bean
		SecurityFilterChain rules(HttpSecurity http) {
			return secured(http, (csrf) -> csrf.spa());
		}

	}

	/**
	 * A shop with a token in a cookie, which has to be masked.
	 */
	@Configuration(proxyBeanMethods = false)
	static class CookieShop extends ConsoleTests.Shop {

		@Bean
		SecurityFilterChain rules(HttpSecurity http) {
			return secured(http, (csrf) -> csrf.csrfTokenRepository(CookieCsrfTokenRepository.withHttpOnlyFalse()));
		}

	}

}
