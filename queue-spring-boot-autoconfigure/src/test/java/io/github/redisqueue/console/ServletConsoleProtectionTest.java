package io.github.redisqueue.console;

import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whom the console refuses with Spring MVC.
 */
@RedisTest
class ServletConsoleProtectionTest extends ConsoleProtectionContract {

	ServletConsoleProtectionTest(TestRedis redis) {
		super(redis, new Rules(ServletUsers.class, Everything.class, Reading.class, OtherPaths.class, NoToken.class));
	}

	@Override
	AbstractApplicationContextRunner<?, ?, ?> openApplication(Class<?> rules, String... properties) {
		return ConsoleContexts.with(ConsoleContexts.secured(ConsoleContexts.servlet()), this.redis)
			.withUserConfiguration(rules)
			.withPropertyValues(properties);
	}

	@Override
	AbstractApplicationContextRunner<?, ?, ?> bareApplication(String... properties) {
		return ConsoleContexts.with(ConsoleContexts.servlet(), this.redis).withPropertyValues(properties);
	}

	@Test
	void startsWithRulesForThePathsOfTheConsole(CapturedOutput output) {
		openApplication(OwnRules.class).run((context) -> {
			assertThat(context.getStartupFailure()).isNull();
			assertThat(new ConsoleClient(context).as("op").get("/api/queues").status()).isEqualTo(200);
			assertThat(new ConsoleClient(context).as("guest").get("/api/queues").status()).isEqualTo(403);
		});
		assertThat(output).doesNotContain("Cannot determine whether anonymous users");
	}

	@Import(ServletUsers.class)
	static class OwnRules {

		@Bean
		SecurityFilterChain rules(HttpSecurity http) {
			return http.securityMatcher("/redis-queue/**")
				.authorizeHttpRequests((requests) -> requests.requestMatchers(HttpMethod.POST, "/redis-queue/api/**")
					.hasRole("OPERATOR")
					.anyRequest()
					.hasRole("OPERATOR"))
				.httpBasic(Customizer.withDefaults())
				.build();
		}

	}

	static class Everything {

		@Bean
		SecurityFilterChain rules(HttpSecurity http) {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll()).build();
		}

	}

	static class Reading {

		@Bean
		SecurityFilterChain rules(HttpSecurity http) {
			return http
				.authorizeHttpRequests((requests) -> requests.requestMatchers(HttpMethod.GET, "/*/api/**")
					.permitAll()
					.anyRequest()
					.authenticated())
				.build();
		}

	}

	static class OtherPaths {

		@Bean
		SecurityFilterChain rules(HttpSecurity http) {
			return http.securityMatcher("/orders/**")
				.authorizeHttpRequests((requests) -> requests.anyRequest().authenticated())
				.build();
		}

	}

	@Import(ServletUsers.class)
	static class NoToken {

		@Bean
		SecurityFilterChain rules(HttpSecurity http) {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().authenticated())
				.httpBasic(Customizer.withDefaults())
				.csrf((csrf) -> csrf.disable())
				.build();
		}

	}

}
