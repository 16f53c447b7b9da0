package io.github.redisqueue.console;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/**
 * Users of an application with Spring MVC.
 */
@Configuration(proxyBeanMethods = false)
class ServletUsers {

	@Bean
	PlainPasswords passwords() {
		return new PlainPasswords();
	}

	@Bean
	UserDetailsService users() {
		return new InMemoryUserDetailsManager(User.withUsername("op").password("secret").roles("OPERATOR").build(),
				User.withUsername("guest").password("secret").roles("GUEST").build());
	}

}
