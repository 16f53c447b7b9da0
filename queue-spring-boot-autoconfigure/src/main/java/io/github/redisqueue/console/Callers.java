package io.github.redisqueue.console;

import java.security.Principal;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.security.authentication.AuthenticationTrustResolver;
import org.springframework.security.authentication.AuthenticationTrustResolverImpl;
import org.springframework.security.core.Authentication;
import org.springframework.util.ClassUtils;

/**
 * Tells who sends a request. Works with and without Spring Security on the classpath.
 */
final class Callers {

	/** Whether Spring Security is on the classpath. */
	static final boolean SECURITY = ClassUtils.isPresent("org.springframework.security.web.FilterChainProxy",
			Callers.class.getClassLoader());

	private Callers() {
	}

	/**
	 * The one who sends a request.
	 * @param principal the principal of the request, or null
	 * @param roles whether the principal has a role
	 */
	static SecurityContext of(@Nullable Principal principal, Predicate<String> roles) {
		if (principal == null || (SECURITY && !Known.is(principal))) {
			return SecurityContext.NONE;
		}
		return new SecurityContext() {

			@Override
			public Principal getPrincipal() {
				return principal;
			}

			@Override
			public boolean isUserInRole(String role) {
				return roles.test(role);
			}

		};
	}

	/**
	 * A class of its own, since its types may be absent.
	 */
	private static final class Known {

		private static final AuthenticationTrustResolver TRUST = new AuthenticationTrustResolverImpl();

		static boolean is(Principal principal) {
			return !(principal instanceof Authentication authentication) || TRUST.isAuthenticated(authentication);
		}

	}

}
