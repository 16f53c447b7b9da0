package io.github.redisqueue.console;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService;
import org.springframework.security.core.userdetails.User;

/**
 * Users of an application with Spring WebFlux.
 */
@Configuration(proxyBeanMethods = false)
class ReactiveUsers {

	@Bean
	PlainPasswords passwords() {
		return new PlainPasswords();
	}

	@Bean
	MapReactiveUserDetailsService users() {
		return new MapReactiveUserDetailsService(User.withUsername("op").password("secret").roles("OPERATOR").build(),
				User.withUsername("guest").password("secret").roles("GUEST").build());
	}

}
