package io.github.redisqueue.console;

import java.util.List;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.web.access.WebInvocationPrivilegeEvaluator;

/**
 * Asks Spring Security, when the application starts, whether it would let a stranger use
 * the console, and lets the start fail if so.
 */
public final class ServletProtection implements SmartInitializingSingleton {

	private static final Log logger = LogFactory.getLog(ServletProtection.class);

	private static final Authentication STRANGER = new AnonymousAuthenticationToken("console", "anonymousUser",
			AuthorityUtils.createAuthorityList("ROLE_ANONYMOUS"));

	private static final List<String> METHODS = List.of("GET", "POST", "DELETE");

	private static final List<String> PATHS = List.of("", "/", "/api/session", "/api/queues", "/api/queues/orders",
			"/api/queues/orders/jobs", "/api/queues/orders/pause");

	private final List<WebInvocationPrivilegeEvaluator> evaluators;

	private final String contextPath;

	private final String path;

	/**
	 * Creates an instance.
	 * @param evaluators what Spring Security would answer
	 * @param contextPath the path of the application
	 * @param path the path of the console below that
	 */
	public ServletProtection(List<WebInvocationPrivilegeEvaluator> evaluators, String contextPath, String path) {
		this.evaluators = evaluators;
		this.contextPath = contextPath;
		this.path = path;
	}

	/**
	 * Checks the protection.
	 * @throws UnprotectedConsoleException if a stranger would be let through
	 */
	@Override
	public void afterSingletonsInstantiated() {
		String open = open();
		if (open != null) {
			throw new UnprotectedConsoleException(this.path, false, this.evaluators.isEmpty()
					? "Spring Security is not set up" : "Spring Security lets anonymous users send '" + open + "'");
		}
	}

	/** A request that a stranger may send. */
	private @Nullable String open() {
		for (String method : METHODS) {
			for (String below : PATHS) {
				if (isOpen(method, this.path + below)) {
					return method + " " + this.path + below;
				}
			}
		}
		return null;
	}

	private boolean isOpen(String method, String uri) {
		try {
			return this.evaluators.stream()
				.allMatch((evaluator) -> evaluator.isAllowed(this.contextPath, uri, method, STRANGER));
		}
		catch (RuntimeException ex) {
			// A rule of the application needs a real request: it decides then, and the
			// console asks for a user all the same.
			logger.debug("It is unknown whether strangers may send " + method + " " + uri, ex);
			return false;
		}
	}

}
