package io.github.redisqueue.console;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Serves the console: its page, and what the page asks for. The same for all kinds of web
 * applications. Waits for Redis, so it must not be called on an event loop. Thread-safe.
 */
public final class QueueConsole {

	private static final Log logger = LogFactory.getLog(QueueConsole.class);

	private static final Map<String, String> HEADERS = Map.of("Content-Security-Policy",
			"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
					+ "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
			"X-Content-Type-Options", "nosniff", "Referrer-Policy", "no-referrer");

	private final String path;

	private final ConsoleGuard guard;

	private final ConsoleApi api;

	private final ConsoleFiles files = new ConsoleFiles();

	/**
	 * Creates a console.
	 * @param path its path below that of the application, which begins with a slash
	 * @param settings how it is set up
	 * @param queues the queues, as the console shows and changes them
	 */
	public QueueConsole(String path, ConsoleSettings settings, ConsoleQueues queues) {
		this.path = path;
		this.guard = new ConsoleGuard(settings.access());
		this.api = new ConsoleApi(settings, queues);
		if (settings.access().unprotected()) {
			logger.warn("The console of the queues at " + path
					+ " is open to everybody who can reach it: see redis-queue.console.allow-unprotected");
		}
		else {
			Set<String> roles = settings.access().roles();
			logger.info("The console of the queues at " + path
					+ " serves only users whom the application, as with Spring Security, has authenticated"
					+ (roles.isEmpty() ? "" : ", with one of the roles " + new TreeSet<>(roles)));
		}
	}

	/**
	 * Where the console is.
	 * @return its path below that of the application, which begins with a slash
	 */
	public String path() {
		return this.path;
	}

	ConsoleResponse handle(ConsoleRequest request) {
		ConsoleResponse response = respond(request).with(HEADERS);
		return request.method().equals("HEAD") ? response.withoutBody() : response;
	}

	private ConsoleResponse respond(ConsoleRequest request) {
		try {
			this.guard.check(request);
			return route(request);
		}
		catch (RefusedException ex) {
			return ex.response();
		}
		catch (RuntimeException ex) {
			logger.error("The console has failed to serve a request", ex);
			return ConsoleResponse.error(500, "The console has failed. The log of the application says why");
		}
	}

	private ConsoleResponse route(ConsoleRequest request) {
		List<String> path = request.path();
		if (!path.isEmpty() && path.get(0).equals("api")) {
			return this.api.handle(request, path.subList(1, path.size()));
		}
		if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
			throw RefusedException.notAllowed(request.method());
		}
		if (path.isEmpty()) {
			// Relative to the path itself: a proxy may have cut off a part of it.
			return ConsoleResponse.empty(302,
					Map.of("Location", this.path.substring(this.path.lastIndexOf('/') + 1) + "/"));
		}
		if (path.equals(List.of(""))) {
			return this.files.get(List.of(ConsoleFiles.INDEX), request.header("If-None-Match"));
		}
		if (path.get(0).equals("assets")) {
			return this.files.get(path, request.header("If-None-Match"));
		}
		throw RefusedException.notFound();
	}

}
