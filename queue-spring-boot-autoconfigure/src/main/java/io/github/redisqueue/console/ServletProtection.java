package io.github.redisqueue.console;

import java.util.List;
import java.util.Optional;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authorization.AuthorizationResult;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.web.FilterChainProxy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;

/**
 * Asks the rules of Spring Security, when the application starts, whether they let a
 * stranger use the console, and lets the start fail if so.
 */
public final class ServletProtection implements SmartInitializingSingleton {

	private static final Log logger = LogFactory.getLog(ServletProtection.class);

	private static final Authentication STRANGER = new AnonymousAuthenticationToken("console", "anonymousUser",
			AuthorityUtils.createAuthorityList("ROLE_ANONYMOUS"));

	private static final List<String> METHODS = List.of("GET", "POST", "DELETE");

	private static final List<String> PATHS = List.of("", "/", "/api/session", "/api/queues", "/api/queues/orders",
			"/api/queues/orders/jobs", "/api/queues/orders/pause");

	private final List<FilterChainProxy> filters;

	private final ServletContext application;

	private final String path;

	/**
	 * Creates an instance.
	 * @param filters the filters of Spring Security
	 * @param application the application
	 * @param path the path of the console below that of the application
	 */
	public ServletProtection(List<FilterChainProxy> filters, ServletContext application, String path) {
		this.filters = filters;
		this.application = application;
		this.path = path;
	}

	/**
	 * Checks the protection.
	 * @throws UnprotectedConsoleException if a stranger would be let through
	 */
	@Override
	public void afterSingletonsInstantiated() {
		if (this.filters.isEmpty()) {
			throw new UnprotectedConsoleException(this.path, false, "Spring Security is not set up");
		}
		String open = open();
		if (open != null) {
			throw new UnprotectedConsoleException(this.path, false,
					"Spring Security lets anonymous users send '" + open + "'");
		}
	}

	/** A request that a stranger may send. */
	private @Nullable String open() {
		for (String method : METHODS) {
			for (String below : PATHS) {
				HttpServletRequest request = StrangersServletRequest.of(method, this.path + below, this.application);
				if (this.filters.stream().allMatch((filter) -> isOpen(filter, request))) {
					return method + " " + this.path + below;
				}
			}
		}
		return null;
	}

	private boolean isOpen(FilterChainProxy filter, HttpServletRequest request) {
		try {
			Optional<SecurityFilterChain> chain = filter.getFilterChains()
				.stream()
				.filter((candidate) -> candidate.matches(request))
				.findFirst();
			return chain.isEmpty() || chain.get()
				.getFilters()
				.stream()
				.filter(AuthorizationFilter.class::isInstance)
				.map(AuthorizationFilter.class::cast)
				.allMatch((rules) -> lets(rules, request));
		}
		catch (RuntimeException ex) {
			// A rule of the application needs a real request: it decides then, and the
			// console asks for a user all the same.
			logger.warn("Cannot determine whether anonymous users may send " + request.getMethod() + " "
					+ request.getRequestURI() + " to the console of the queues", ex);
			return false;
		}
	}

	private static boolean lets(AuthorizationFilter rules, HttpServletRequest request) {
		AuthorizationResult result = rules.getAuthorizationManager().authorize(() -> STRANGER, request);
		return result == null || result.isGranted();
	}

}
