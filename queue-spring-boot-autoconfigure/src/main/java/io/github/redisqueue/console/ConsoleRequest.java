package io.github.redisqueue.console;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.PathContainer.PathSegment;

/**
 * A request to the console, with whichever web stack it came. Not thread-safe.
 */
interface ConsoleRequest {

	/** The largest body of a request, in bytes. */
	int MAX_BODY = 4 * 1024 * 1024;

	/** The HTTP method, in upper case. */
	String method();

	/**
	 * The decoded segments of the path below that of the console, none for its path
	 * itself. A slash at the end makes an empty one.
	 */
	List<String> path();

	/** The first value of a parameter of the query. */
	@Nullable String parameter(String name);

	/** The first value of a header. */
	@Nullable String header(String name);

	/** The host that the request was sent to, and its port if it is not the usual one. */
	String host();

	/** The body, at most one byte more than {@link #MAX_BODY}. */
	byte[] body();

	/** Who sends it. There is a principal only if somebody has authenticated it. */
	SecurityContext caller();

	/** The token that writes need, or null if the application needs none. */
	@Nullable CsrfToken csrf();

	/** Reads the path below that of the console. */
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

	/**
	 * A token against forged requests.
	 *
	 * @param header the header in which to send it
	 * @param token the token
	 */
	record CsrfToken(String header, String token) {

	}

}
