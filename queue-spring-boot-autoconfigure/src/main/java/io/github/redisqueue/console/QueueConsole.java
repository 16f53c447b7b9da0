package io.github.redisqueue.console;

import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.github.redisqueue.admin.Caller;
import io.github.redisqueue.admin.Entries;
import io.github.redisqueue.admin.RefusedException;
import io.github.redisqueue.admin.Request;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

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

	private static final String DEAD_LETTERS = "dead-letters";

	private final QueueConsoleProperties properties;

	private final @Nullable String application;

	private final String instance;

	private final ConsoleQueues queues;

	private final ConsoleGuard guard;

	private final ConsoleFiles files = new ConsoleFiles();

	/** Serves the console of an application, which may have a name, on an instance. */
	public QueueConsole(QueueConsoleProperties properties, @Nullable String application, String instance,
			ConsoleQueues queues) {
		this.properties = properties;
		this.application = application;
		this.instance = instance;
		this.queues = queues;
		this.guard = new ConsoleGuard(properties);
		String path = properties.path();
		if (properties.allowUnprotected()) {
			logger.warn("The console of the queues at " + path
					+ " is open to everybody who can reach it: see redis-queue.console.allow-unprotected");
		}
		else {
			Set<String> roles = properties.roles();
			logger.info("The console of the queues at " + path
					+ " serves only users whom the application, as with Spring Security, has authenticated"
					+ (roles.isEmpty() ? "" : ", with one of the roles " + new TreeSet<>(roles)));
		}
	}

	/** Its path below that of the application, which begins with a slash. */
	public String path() {
		return this.properties.path();
	}

	ResponseEntity<byte[]> handle(ConsoleRequest request) {
		ResponseEntity<byte[]> response = respond(request);
		return ResponseEntity.status(response.getStatusCode())
			.headers(response.getHeaders())
			.headers((headers) -> HEADERS.forEach(headers::set))
			.body(request.method().equals("HEAD") ? null : response.getBody());
	}

	private ResponseEntity<byte[]> respond(ConsoleRequest request) {
		try {
			this.guard.check(request);
			List<String> path = request.path();
			if (!path.isEmpty() && path.get(0).equals("api")) {
				return json(ResponseEntity.ok(), data(request, path.subList(1, path.size())));
			}
			checkRead(request);
			return file(request, path);
		}
		catch (RefusedException ex) {
			ResponseEntity.BodyBuilder response = ResponseEntity.status(ex.status());
			return json((ex.status() == 405) ? response.allow(HttpMethod.GET) : response, ex.body());
		}
		catch (RuntimeException ex) {
			logger.error("The console has failed to serve a request", ex);
			return json(ResponseEntity.internalServerError(),
					Map.of("error", "The console has failed. The log of the application says why"));
		}
	}

	/** A response for programs, which nobody may store. */
	private static ResponseEntity<byte[]> json(ResponseEntity.BodyBuilder response, Map<String, ?> body) {
		return response.contentType(MediaType.APPLICATION_JSON)
			.cacheControl(CacheControl.noStore())
			.body(JsonMapper.shared().writeValueAsBytes(body));
	}

	private ResponseEntity<byte[]> file(ConsoleRequest request, List<String> path) {
		if (path.isEmpty()) {
			// Relative to the path itself: a proxy may have cut off a part of it.
			String relative = path().substring(path().lastIndexOf('/') + 1) + "/";
			return ResponseEntity.status(302).header(HttpHeaders.LOCATION, relative).build();
		}
		if (path.equals(List.of(""))) {
			return this.files.get(List.of(ConsoleFiles.INDEX), request.header("If-None-Match"));
		}
		if (path.get(0).equals("assets")) {
			return this.files.get(path, request.header("If-None-Match"));
		}
		throw ConsoleFiles.notFound();
	}

	/** What the page asks for, as JSON. */
	private Map<String, Object> data(ConsoleRequest request, List<String> path) {
		if (path.equals(List.of("session"))) {
			// A POST changes nothing: it shows whether the application lets the user send
			// one.
			if (!request.method().equals("POST")) {
				checkRead(request);
			}
			return session(request);
		}
		boolean isGroups = path.size() == 4 && path.get(2).equals(DEAD_LETTERS) && path.get(3).equals("groups");
		if (path.isEmpty() || !path.get(0).equals("queues") || (path.size() > 3 && !isGroups)) {
			throw ConsoleFiles.notFound();
		}
		if (path.size() == 3) {
			return section(request, path.get(1), path.get(2));
		}
		checkRead(request);
		return switch (path.size()) {
			case 1 -> this.queues.all();
			case 2 -> this.queues.one(path.get(1));
			default -> this.queues.deadLetterGroups(path.get(1));
		};
	}

	private Map<String, Object> section(ConsoleRequest request, String queue, String name) {
		SecurityContext sender = request.caller();
		boolean seesValues = this.properties.showValues().isShown(sender, this.properties.showValuesRoles());
		Caller caller = Caller.overWeb(sender.getPrincipal(), seesValues);
		if (request.isRead()) {
			return this.queues.admin.list(caller, new Request(queue, name, request.parameters()));
		}
		try {
			return switch (request.method()) {
				case "POST" -> this.queues.admin.act(caller, new Request(queue, name, request.body()::get));
				case "DELETE" -> this.queues.admin.remove(caller, new Request(queue, name, request.parameters()));
				default -> throw notAllowed(request);
			};
		}
		finally {
			this.queues.forget(queue);
		}
	}

	private Map<String, Object> session(ConsoleRequest request) {
		Principal principal = request.caller().getPrincipal();
		return new Entries().with("user", (principal != null) ? principal.getName() : null)
			.with("application", this.application)
			.with("instance", this.instance)
			.with("readOnly", this.properties.readOnly())
			.with("refreshMs", this.properties.refresh().toMillis())
			.with("csrf", request.csrf().get());
	}

	private static void checkRead(ConsoleRequest request) {
		if (!request.isRead()) {
			throw notAllowed(request);
		}
	}

	private static RefusedException notAllowed(ConsoleRequest request) {
		return new RefusedException(405, request.method() + " is not allowed here");
	}

}
