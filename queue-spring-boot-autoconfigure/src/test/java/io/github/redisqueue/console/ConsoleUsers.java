package io.github.redisqueue.console;

import java.util.List;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

/**
 * Users of an application. Their passwords are kept as they are: what Spring Security
 * does with them by default takes most of the time of a request, on purpose.
 */
final class ConsoleUsers {

	private ConsoleUsers() {
	}

	private static List<UserDetails> all() {
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
	static class Servlet extends Passwords {

		@Bean
		UserDetailsService users() {
			return new InMemoryUserDetailsManager(all());
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Reactive extends Passwords {

		@Bean
		MapReactiveUserDetailsService users() {
			return new MapReactiveUserDetailsService(all());
		}

	}

}
