package io.github.redisqueue.console;

import java.util.List;

import io.github.redisqueue.test.TestRedis;

import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatchers;

/**
 * The web of an application, with users whom Spring Security knows.
 */
enum Web {

	/** Spring MVC on Tomcat. */
	SERVLET(ServletUsers.class, ServletEverything.class, ServletOtherPaths.class, ServletNoToken.class, "/shop/web",
			"server.servlet.context-path=/shop", "spring.mvc.servlet.path=/web") {

		@Override
		AbstractApplicationContextRunner<?, ?, ?> application(TestRedis redis, Class<?> rules, String... properties) {
			return ConsoleContexts.with(ConsoleContexts.secured(ConsoleContexts.servlet()), redis)
				.withUserConfiguration(rules)
				.withPropertyValues(properties);
		}

		@Override
		AbstractApplicationContextRunner<?, ?, ?> bareApplication(TestRedis redis, String... properties) {
			return ConsoleContexts.with(ConsoleContexts.servlet(), redis).withPropertyValues(properties);
		}

	},

	/** Spring WebFlux on Netty. */
	REACTIVE(ReactiveUsers.class, ReactiveEverything.class, ReactiveOtherPaths.class, ReactiveNoToken.class, "/shop",
			"spring.webflux.base-path=/shop") {

		@Override
		AbstractApplicationContextRunner<?, ?, ?> application(TestRedis redis, Class<?> rules, String... properties) {
			return ConsoleContexts.with(ConsoleContexts.secured(ConsoleContexts.reactive()), redis)
				.withUserConfiguration(rules)
				.withPropertyValues(properties);
		}

		@Override
		AbstractApplicationContextRunner<?, ?, ?> bareApplication(TestRedis redis, String... properties) {
			return ConsoleContexts.with(ConsoleContexts.reactive(), redis).withPropertyValues(properties);
		}

	};

	/** Users only, so the rules are those of Spring Boot. */
	final Class<?> users;

	/** Rules under which strangers may do everything. */
	final Class<?> everything;

	/** Rules that are not for the console. */
	final Class<?> otherPaths;

	/** Rules under which programs need no token. */
	final Class<?> noToken;

	/** Where the application is with {@link #propertiesOfPath}. */
	final String path;

	final String[] propertiesOfPath;

	Web(Class<?> users, Class<?> everything, Class<?> otherPaths, Class<?> noToken, String path,
			String... propertiesOfPath) {
		this.users = users;
		this.everything = everything;
		this.otherPaths = otherPaths;
		this.noToken = noToken;
		this.path = path;
		this.propertiesOfPath = propertiesOfPath;
	}

	/** An application with users or rules. */
	abstract AbstractApplicationContextRunner<?, ?, ?> application(TestRedis redis, Class<?> rules,
			String... properties);

	/** An application without Spring Security. */
	abstract AbstractApplicationContextRunner<?, ?, ?> bareApplication(TestRedis redis, String... properties);

	static class ServletEverything {

		@Bean
		SecurityFilterChain rules(HttpSecurity http) {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll())
				.csrf((csrf) -> csrf.disable())
				.build();
		}

	}

	static class ServletOtherPaths {

		@Bean
		SecurityFilterChain rules(HttpSecurity http) {
			return http.securityMatcher("/orders/**")
				.authorizeHttpRequests((requests) -> requests.anyRequest().authenticated())
				.build();
		}

	}

	@Import(ServletUsers.class)
	static class ServletNoToken {

		@Bean
		SecurityFilterChain rules(HttpSecurity http) {
			return http.authorizeHttpRequests((requests) -> requests.anyRequest().authenticated())
				.httpBasic(Customizer.withDefaults())
				.csrf((csrf) -> csrf.disable())
				.build();
		}

	}

	@Import(ReactiveUsers.class)
	static class ReactiveEverything {

		@Bean
		SecurityWebFilterChain rules(ServerHttpSecurity http) {
			return http.authorizeExchange((exchanges) -> exchanges.anyExchange().permitAll())
				.csrf((csrf) -> csrf.disable())
				.build();
		}

	}

	@Import(ReactiveUsers.class)
	static class ReactiveOtherPaths {

		@Bean
		SecurityWebFilterChain rules(ServerHttpSecurity http) {
			return http.securityMatcher(ServerWebExchangeMatchers.pathMatchers("/orders/**"))
				.authorizeExchange((exchanges) -> exchanges.anyExchange().authenticated())
				.build();
		}

	}

	@Import(ReactiveUsers.class)
	static class ReactiveNoToken {

		@Bean
		SecurityWebFilterChain rules(ServerHttpSecurity http) {
			return http.authorizeExchange((exchanges) -> exchanges.anyExchange().authenticated())
				.httpBasic(Customizer.withDefaults())
				.csrf((csrf) -> csrf.disable())
				.build();
		}

	}

	/**
	 * Their passwords are kept as they are: what Spring Security does with them by
	 * default takes most of the time of a request, on purpose.
	 */
	private static List<UserDetails> userDetails() {
		return List.of(User.withUsername("op").password("secret").roles("OPERATOR").build(),
				User.withUsername("guest").password("secret").roles("GUEST").build());
	}

	private abstract static class Passwords {

		@Bean
		PasswordEncoder passwords() {
			return new PasswordEncoder() {

				@Override
				public String encode(CharSequence password) {
					return password.toString();
				}

				@Override
				public boolean matches(CharSequence password, String encoded) {
					return encoded.contentEquals(password);
				}

			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ServletUsers extends Passwords {

		@Bean
		UserDetailsService users() {
			return new InMemoryUserDetailsManager(userDetails());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ReactiveUsers extends Passwords {

		@Bean
		MapReactiveUserDetailsService users() {
			return new MapReactiveUserDetailsService(userDetails());
		}

	}

}
