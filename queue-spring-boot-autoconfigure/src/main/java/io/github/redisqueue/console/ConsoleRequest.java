package io.github.redisqueue.console;

import java.security.Principal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.github.redisqueue.admin.RefusedException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.http.HttpRequest;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.PathContainer.PathSegment;
import org.springframework.security.authentication.AuthenticationTrustResolver;
import org.springframework.security.authentication.AuthenticationTrustResolverImpl;
import org.springframework.security.core.Authentication;
import org.springframework.util.ClassUtils;

/**
 * A request to the console, with whichever web stack it came. Not thread-safe.
 *
 * @param http its method, address and headers
 * @param path the decoded segments of the path below that of the console, none for its
 * path itself; a slash at the end makes an empty one
 * @param parameters returns the first value of a parameter of the query, or null
 * @param bytes reads the body, up to one byte more than {@link #MAX_BODY}
 * @param caller who sends it; there is a principal only if somebody has authenticated it
 * @param csrf returns the {@code header} in which to send a {@code token} that writes
 * need, or null if the application needs none; this may begin a session
 */
record ConsoleRequest(HttpRequest http, List<String> path, Function<String, @Nullable String> parameters,
		Supplier<byte[]> bytes, SecurityContext caller, Supplier<@Nullable Map<String, String>> csrf) {

	/** In bytes. The longest bodies bring a payload to redrive a job with. */
	static final int MAX_BODY = 4 * 1024 * 1024;

	/** Whether Spring Security is there: otherwise its types must not be touched. */
	static final boolean SECURITY = ClassUtils.isPresent("org.springframework.security.web.FilterChainProxy",
			ConsoleRequest.class.getClassLoader());

	String method() {
		return this.http.getMethod().name();
	}

	boolean isRead() {
		return method().equals("GET") || method().equals("HEAD");
	}

	@Nullable String header(String name) {
		return this.http.getHeaders().getFirst(name);
	}

	/** The host that the request was sent to, and its port if it is not the usual one. */
	@Nullable String host() {
		return this.http.getURI().getAuthority();
	}

	/** The body: the values of a JSON object, as texts. */
	Map<String, String> body() {
		byte[] body = this.bytes.get();
		RefusedException.require(body.length <= MAX_BODY, 413, "The body is larger than " + MAX_BODY + " bytes");
		Map<String, String> values = new HashMap<>();
		if (body.length > 0) {
			parse(body).forEachEntry((name, value) -> {
				RefusedException.require(!value.isContainer(), 400, "'" + name + "' must be a text or a number");
				if (!value.isNull()) {
					values.put(name, value.asString());
				}
			});
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

	/** The segments of a path behind those of the console, with which it begins. */
	static List<String> below(String console, PathContainer path) {
		int skipped = PathContainer.parsePath(console).elements().size();
		List<String> segments = new ArrayList<>();
		for (PathContainer.Element element : path.subPath(skipped).elements()) {
			if (element instanceof PathSegment segment) {
				segments.set(segments.size() - 1, segment.valueToMatch());
			}
			else {
				segments.add("");
			}
		}
		return segments;
	}

	/** The one who sends a request, with the roles for which the predicate holds. */
	static SecurityContext caller(@Nullable Principal principal, Predicate<String> roles) {
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

	/** A class of its own, since its types may be absent. */
	private static final class Known {

		private static final AuthenticationTrustResolver TRUST = new AuthenticationTrustResolverImpl();

		static boolean is(Principal principal) {
			return !(principal instanceof Authentication authentication) || TRUST.isAuthenticated(authentication);
		}

	}

}
