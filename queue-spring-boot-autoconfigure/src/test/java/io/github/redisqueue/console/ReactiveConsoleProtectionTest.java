package io.github.redisqueue.console;

import io.github.redisqueue.test.RedisTest;
import io.github.redisqueue.test.TestRedis;

import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatchers;

/**
 * Whom the console refuses with Spring WebFlux.
 */
@RedisTest
class ReactiveConsoleProtectionTest extends ConsoleProtectionContract {

	ReactiveConsoleProtectionTest(TestRedis redis) {
		super(redis, new Rules(ConsoleUsers.Reactive.class, Everything.class, OtherPaths.class, NoToken.class));
	}

	@Override
	AbstractApplicationContextRunner<?, ?, ?> openApplication(Class<?> rules, String... properties) {
		return ConsoleContexts.with(ConsoleContexts.secured(ConsoleContexts.reactive()), this.redis)
			.withUserConfiguration(rules)
			.withPropertyValues(properties);
	}

	@Override
	AbstractApplicationContextRunner<?, ?, ?> bareApplication(String... properties) {
		return ConsoleContexts.with(ConsoleContexts.reactive(), this.redis).withPropertyValues(properties);
	}

	@Import(ConsoleUsers.Reactive.class)
	static class Everything {

		@Bean
		SecurityWebFilterChain rules(ServerHttpSecurity http) {
			return http.authorizeExchange((exchanges) -> exchanges.anyExchange().permitAll())
				.csrf((csrf) -> csrf.disable())
				.build();
		}

	}

	@Import(ConsoleUsers.Reactive.class)
	static class OtherPaths {

		@Bean
		SecurityWebFilterChain rules(ServerHttpSecurity http) {
			return http.securityMatcher(ServerWebExchangeMatchers.pathMatchers("/orders/**"))
				.authorizeExchange((exchanges) -> exchanges.anyExchange().authenticated())
				.build();
		}

	}

	@Import(ConsoleUsers.Reactive.class)
	static class NoToken {

		@Bean
		SecurityWebFilterChain rules(ServerHttpSecurity http) {
			return http.authorizeExchange((exchanges) -> exchanges.anyExchange().authenticated())
				.httpBasic(Customizer.withDefaults())
				.csrf((csrf) -> csrf.disable())
				.build();
		}

	}

}
