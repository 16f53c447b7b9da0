package io.github.redisqueue.console;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.security.web.server.WebFilterChainProxy;

/**
 * Sends requests of a stranger through the filters of Spring Security, when the
 * application starts, and lets the start fail if one of them arrives at the console. The
 * filters get reading requests without credentials only, as anybody may send them.
 */
public final class ReactiveProtection implements SmartInitializingSingleton {

	private static final Log logger = LogFactory.getLog(ReactiveProtection.class);

	private static final Duration TIMEOUT = Duration.ofSeconds(10);

	private static final List<String> PATHS = List.of("", "/", "/api/session", "/api/queues", "/api/queues/orders",
			"/api/queues/orders/jobs");

	private final List<WebFilterChainProxy> filters;

	private final String basePath;

	private final String path;

	/**
	 * Creates an instance.
	 * @param filters the filters of Spring Security
	 * @param basePath the path of the application
	 * @param path the path of the console below that
	 */
	public ReactiveProtection(List<WebFilterChainProxy> filters, String basePath, String path) {
		this.filters = filters;
		this.basePath = basePath;
		this.path = path;
	}

	/**
	 * Checks the protection.
	 * @throws UnprotectedConsoleException if a stranger would be let through
	 */
	@Override
	public void afterSingletonsInstantiated() {
		if (this.filters.isEmpty()) {
			throw new UnprotectedConsoleException(this.path, true, "Spring Security is not set up");
		}
		for (String below : PATHS) {
			if (this.filters.stream().allMatch((filter) -> isOpen(filter, this.path + below))) {
				throw new UnprotectedConsoleException(this.path, true,
						"Spring Security lets anonymous users send 'GET " + this.path + below + "'");
			}
		}
	}

	private boolean isOpen(WebFilterChainProxy filter, String below) {
		AtomicBoolean arrived = new AtomicBoolean();
		try {
			filter
				.filter(StrangersRequest.get(URI.create("http://localhost" + this.basePath + below), this.basePath),
						(exchange) -> Mono.fromRunnable(() -> arrived.set(true)))
				.block(TIMEOUT);
		}
		catch (RuntimeException ex) {
			// A filter of the application needs a real request: it decides then, and the
			// console asks for a user all the same.
			logger.debug("Cannot determine whether anonymous users may send GET " + below, ex);
		}
		return arrived.get();
	}

}
