package io.github.redisqueue.console;

import java.io.IOException;
import java.util.Map;

import io.github.redisqueue.admin.RefusedException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.http.ResponseEntity;
import org.springframework.http.server.RequestPath;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * The console in an application with Spring MVC. Thread-safe.
 */
public record ServletConsole(QueueConsole console) implements HttpRequestHandler {

	@Override
	public void handleRequest(HttpServletRequest request, HttpServletResponse response) throws IOException {
		RequestPath path = ServletRequestPathUtils.getParsedRequestPath(request);
		ResponseEntity<byte[]> answer = this.console.handle(new ConsoleRequest(new ServletServerHttpRequest(request),
				ConsoleRequest.below(this.console.path(), path.pathWithinApplication()), request::getParameter,
				() -> body(request), ConsoleRequest.caller(request.getUserPrincipal(), request::isUserInRole),
				() -> ConsoleRequest.SECURITY ? Secured.csrf(request) : null));
		response.setStatus(answer.getStatusCode().value());
		answer.getHeaders().forEach((name, values) -> response.setHeader(name, values.get(0)));
		byte[] content = answer.getBody();
		if (content != null) {
			response.getOutputStream().write(content);
		}
	}

	private static byte[] body(HttpServletRequest request) {
		try {
			return request.getInputStream().readNBytes(ConsoleRequest.MAX_BODY + 1);
		}
		catch (IOException ex) {
			throw new RefusedException(400, "The body could not be read");
		}
	}

	/** A class of its own, since its types may be absent. */
	private static final class Secured {

		static @Nullable Map<String, String> csrf(HttpServletRequest request) {
			return (request.getAttribute(CsrfToken.class.getName()) instanceof CsrfToken known)
					? Map.of("header", known.getHeaderName(), "token", known.getToken()) : null;
		}

	}

}
