package io.github.redisqueue.console;

import java.security.Principal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * What the page asks for, as JSON. Thread-safe.
 */
final class ConsoleApi {

	private static final String DEAD_LETTERS = "dead-letters";

	private final ConsoleSettings settings;

	private final ConsoleQueues queues;

	ConsoleApi(ConsoleSettings settings, ConsoleQueues queues) {
		this.settings = settings;
		this.queues = queues;
	}

	/**
	 * Serves a request.
	 * @param request the request
	 * @param path the decoded segments of its path below that of this API
	 * @throws RefusedException if there is nothing of that name, or the method is not
	 * allowed for it
	 */
	ConsoleResponse handle(ConsoleRequest request, List<String> path) {
		if (path.equals(List.of("session"))) {
			// A POST changes nothing: it shows whether the application lets the user send
			// one.
			if (!request.method().equals("POST")) {
				checkRead(request);
			}
			return ConsoleResponse.json(200, session(request));
		}
		if (path.isEmpty() || !path.get(0).equals("queues")) {
			throw RefusedException.notFound();
		}
		return switch (path.size()) {
			case 1 -> {
				checkRead(request);
				yield respond(this.queues.all());
			}
			case 2 -> {
				checkRead(request);
				yield respond(this.queues.one(path.get(1)));
			}
			case 3 -> respond(section(request, path.get(1), path.get(2)));
			case 4 -> {
				if (!path.get(2).equals(DEAD_LETTERS) || !path.get(3).equals("groups")) {
					throw RefusedException.notFound();
				}
				checkRead(request);
				yield respond(this.queues.deadLetterGroups(path.get(1)));
			}
			default -> throw RefusedException.notFound();
		};
	}

	private WebEndpointResponse<Map<String, Object>> section(ConsoleRequest request, String queue, String name) {
		return switch (request.method()) {
			case "GET", "HEAD" -> this.queues.list(request.caller(), queue, name, request::parameter);
			case "POST" -> this.queues.act(request.caller(), queue, name, body(request)::get);
			case "DELETE" -> this.queues.remove(request.caller(), queue, name, request.parameter("id"));
			default -> throw RefusedException.notAllowed(request.method());
		};
	}

	private static void checkRead(ConsoleRequest request) {
		if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
			throw RefusedException.notAllowed(request.method());
		}
	}

	private static ConsoleResponse respond(WebEndpointResponse<Map<String, Object>> response) {
		Map<String, Object> body = response.getBody();
		return ConsoleResponse.json(response.getStatus(), (body != null) ? body : Map.of());
	}

	private Map<String, Object> session(ConsoleRequest request) {
		Map<String, Object> session = new LinkedHashMap<>();
		Principal principal = request.caller().getPrincipal();
		put(session, "user", (principal != null) ? principal.getName() : null);
		put(session, "application", this.settings.application());
		session.put("instance", this.settings.instance());
		session.put("readOnly", this.settings.access().readOnly());
		session.put("refreshMs", this.settings.refresh().toMillis());
		ConsoleRequest.CsrfToken csrf = request.csrf();
		put(session, "csrf", (csrf != null) ? Map.of("header", csrf.header(), "token", csrf.token()) : null);
		return session;
	}

	private static void put(Map<String, Object> entries, String name, @Nullable Object value) {
		if (value != null) {
			entries.put(name, value);
		}
	}

	/** The values of a JSON object, as texts. */
	private static Map<String, String> body(ConsoleRequest request) {
		byte[] body = request.body();
		if (body.length > ConsoleRequest.MAX_BODY) {
			throw new RefusedException(413, "The body is larger than " + ConsoleRequest.MAX_BODY + " bytes");
		}
		Map<String, String> values = new HashMap<>();
		if (body.length > 0) {
			JsonNode json = parse(body);
			for (Map.Entry<String, JsonNode> property : json.properties()) {
				if (!property.getValue().isNull()) {
					values.put(property.getKey(), text(property.getKey(), property.getValue()));
				}
			}
		}
		return values;
	}

	private static JsonNode parse(byte[] body) {
		try {
			JsonNode json = JsonMapper.shared().readTree(body);
			if (json.isObject()) {
				return json;
			}
		}
		catch (JacksonException ex) {
			throw new RefusedException(400, "The body is not JSON: " + ex.getOriginalMessage());
		}
		throw new RefusedException(400, "The body must be a JSON object");
	}

	private static String text(String name, JsonNode value) {
		if (value.isContainer()) {
			throw new RefusedException(400, "'" + name + "' must be a text or a number");
		}
		return value.asString();
	}

}
