package io.github.redisqueue.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A client of the console over HTTP, which keeps cookies and sends what the page sends.
 */
final class ConsoleClient {

	/** How long it waits for a response, also if the machine is busy. */
	private static final Duration PATIENCE = Duration.ofMinutes(1);

	/** As a browser without TLS, it does not offer to speak HTTP/2. */
	private final HttpClient client = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.cookieHandler(new CookieManager())
		.build();

	private final String console;

	private final Map<String, String> headers = new HashMap<>();

	ConsoleClient(ApplicationContext application) {
		this(application, "/redis-queue");
	}

	ConsoleClient(ApplicationContext application, String path) {
		this.console = "http://localhost:" + application.getEnvironment().getProperty("local.server.port") + path;
		this.headers.put("Content-Type", "application/json");
		this.headers.put("X-Requested-With", "redis-queue-console");
		this.headers.put("Accept", "application/json");
	}

	ConsoleClient as(String user) {
		return with("Authorization",
				"Basic " + Base64.getEncoder().encodeToString((user + ":secret").getBytes(StandardCharsets.UTF_8)));
	}

	/** With the header, or without it if the value is null. */
	ConsoleClient with(String header, String value) {
		this.headers.put(header, value);
		return this;
	}

	/** With the token that the page gets with its first request. */
	ConsoleClient withToken() {
		JsonNode csrf = get("/api/session").json().path("csrf");
		return with(csrf.path("header").asString(), csrf.path("token").asString());
	}

	/** The host and the port, as browsers send it. */
	String origin() {
		return this.console.replaceFirst("(http://[^/]+).*", "$1");
	}

	Answer get(String path) {
		return send("GET", path, "");
	}

	Answer post(String path, String json) {
		return send("POST", path, json);
	}

	Answer delete(String path) {
		return send("DELETE", path, "");
	}

	Answer send(String method, String path, String body) {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(this.console + path))
			.timeout(PATIENCE)
			.method(method,
					body.isEmpty() ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
		this.headers.forEach((name, value) -> {
			if (value != null) {
				request.header(name, value);
			}
		});
		try {
			return new Answer(this.client.send(request.build(), HttpResponse.BodyHandlers.ofString()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * What the application answers.
	 *
	 * @param response its response
	 */
	record Answer(HttpResponse<String> response) {

		int status() {
			return this.response.statusCode();
		}

		String header(String name) {
			return this.response.headers().firstValue(name).orElse(null);
		}

		JsonNode json() {
			assertThat(status()).as(this.response.body()).isEqualTo(200);
			return JsonMapper.shared().readTree(this.response.body());
		}

		/** What is at a JSON pointer. */
		JsonNode at(String pointer) {
			return json().at(pointer);
		}

		String error() {
			return JsonMapper.shared().readTree(this.response.body()).path("error").asString("");
		}

	}

}
