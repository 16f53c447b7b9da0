package io.github.redisqueue.console;

import java.io.IOException;
import java.util.List;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.util.ServletRequestPathUtils;

/**
 * The console in an application with Spring MVC. Thread-safe.
 */
public final class ServletConsole implements HttpRequestHandler {

	private final QueueConsole console;

	/**
	 * Creates an instance.
	 * @param console serves the requests
	 */
	public ServletConsole(QueueConsole console) {
		this.console = console;
	}

	@Override
	public void handleRequest(HttpServletRequest request, HttpServletResponse response) throws IOException {
		ConsoleResponse answer = this.console.handle(new Request(this.console.path(), request));
		response.setStatus(answer.status());
		answer.headers().forEach(response::setHeader);
		response.getOutputStream().write(answer.body());
	}

	/**
	 * A request of a servlet.
	 *
	 * @param console the path of the console
	 * @param request the request
	 */
	private record Request(String console, HttpServletRequest request) implements ConsoleRequest {

		@Override
		public String method() {
			return this.request.getMethod();
		}

		@Override
		public List<String> path() {
			return ConsoleRequest.below(this.console,
					ServletRequestPathUtils.getParsedRequestPath(this.request).pathWithinApplication());
		}

		@Override
		public @Nullable String parameter(String name) {
			return this.request.getParameter(name);
		}

		@Override
		public @Nullable String header(String name) {
			return this.request.getHeader(name);
		}

		@Override
		public String host() {
			int port = this.request.getServerPort();
			boolean usual = port == (this.request.isSecure() ? 443 : 80);
			return this.request.getServerName() + (usual ? "" : ":" + port);
		}

		@Override
		public byte[] body() {
			try {
				return this.request.getInputStream().readNBytes(MAX_BODY + 1);
			}
			catch (IOException ex) {
				throw new RefusedException(400, "The body could not be read");
			}
		}

		@Override
		public SecurityContext caller() {
			return Callers.of(this.request.getUserPrincipal(), this.request::isUserInRole);
		}

		@Override
		public @Nullable CsrfToken csrf() {
			return Callers.SECURITY ? Secured.csrf(this.request) : null;
		}

	}

	/**
	 * A class of its own, since its types may be absent.
	 */
	private static final class Secured {

		static ConsoleRequest.@Nullable CsrfToken csrf(HttpServletRequest request) {
			Object token = request.getAttribute(org.springframework.security.web.csrf.CsrfToken.class.getName());
			return (token instanceof org.springframework.security.web.csrf.CsrfToken known)
					? new ConsoleRequest.CsrfToken(known.getHeaderName(), known.getToken()) : null;
		}

	}

}
