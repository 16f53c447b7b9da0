package io.github.redisqueue.console;

import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;

import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/**
 * Whom the console refuses with Spring MVC.
 */
@RedisTest
class ServletConsoleProtectionTest extends ConsoleProtectionContract {

	ServletConsoleProtectionTest(TestRedis redis) {
		super(redis, new Rules(ConsoleUsers.Servlet.class, Everything.class, OtherPaths.class, NoToken.class));
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

	static class Everything {

		@Bean
		SecurityFilterChain rules(HttpSecurity http) {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll())
				.csrf((csrf) -> csrf.disable())
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

	@Import(ConsoleUsers.Servlet.class)
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
