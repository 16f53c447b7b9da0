package io.github.redisqueue.console;

import java.util.List;
import java.util.Locale;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.Show;

import static io.github.redisqueue.admin.RefusedException.require;

/**
 * Refuses requests that must not be served, whatever the application has let through.
 * Nothing else keeps strangers out if the application has no rules for the console, or
 * some that let everybody in. Thread-safe.
 */
record ConsoleGuard(QueueConsoleProperties properties) {

	/** Scripts of other sites cannot send it without being asked first. */
	static final String MARK_HEADER = "X-Requested-With";

	static final String MARK = "redis-queue-console";

	private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

	/**
	 * Returns if the request may be served.
	 * @throws RefusedException if not; it says why, and what to change
	 */
	void check(ConsoleRequest request) {
		checkCaller(request);
		List<String> path = request.path();
		if (!path.isEmpty() && path.get(0).equals("api")) {
			require(isFrom(Set.of("same-origin", "none"), request), 403, "Other web sites must not use the console");
		}
		if (!request.isRead()) {
			checkWrite(request);
		}
	}

	private void checkCaller(ConsoleRequest request) {
		boolean authenticated = request.caller().getPrincipal() != null;
		require(authenticated || this.properties.allowUnprotected(), 401,
				"The console is for authenticated users only: add spring-boot-starter-security if it is missing,"
						+ " and let it demand a login for this path");
		require(authenticated || isAllowed(hostName(request.header("Host"))), 403,
				"The console is not protected, so it is served under the names of the local machine only. Other names"
						+ " of the server: see redis-queue.console.allowed-hosts");
		Set<String> roles = this.properties.roles();
		require(roles.isEmpty() || Show.WHEN_AUTHORIZED.isShown(request.caller(), roles), 403,
				"The console is for users with one of certain roles, which you do not have");
	}

	/**
	 * A web site could have the name of its own server resolved to this one. Then its
	 * scripts, in the browser of somebody who reaches this server, would be of the same
	 * site. No browser lets a site choose the host; other clients send what they like, so
	 * this says nothing of the machine that a request comes from.
	 */
	private boolean isAllowed(String host) {
		return THIS_MACHINE.contains(host) || this.properties.allowedHosts().stream().anyMatch(host::equalsIgnoreCase);
	}

	/** The name without the port, in lower case. */
	private static String hostName(@Nullable String host) {
		return (host != null) ? host.replaceFirst(":\\d*$", "").toLowerCase(Locale.ROOT) : "";
	}

	private void checkWrite(ConsoleRequest request) {
		require(!this.properties.readOnly(), 405, "The console is read-only: see redis-queue.console.read-only");
		require(MARK.equals(request.header(MARK_HEADER)), 403,
				"The header " + MARK_HEADER + ": " + MARK + " is missing");
		require(isFrom(Set.of("same-origin"), request), 403, "Only the page of the console can change data");
		require(!request.method().equals("POST") || isJson(request.header("Content-Type")), 415,
				"The Content-Type must be application/json");
	}

	/**
	 * What browsers say about where a request comes from cannot be set by scripts. Not
	 * all of them say it if the connection is not safe.
	 */
	private static boolean isFrom(Set<String> sites, ConsoleRequest request) {
		String site = request.header("Sec-Fetch-Site");
		if (site != null) {
			return sites.contains(site);
		}
		String origin = request.header("Origin");
		if (origin == null) {
			return true;
		}
		String host = origin.replaceFirst("^https?://", "");
		return host.equalsIgnoreCase(request.header("Host")) || host.equalsIgnoreCase(request.host());
	}

	private static boolean isJson(@Nullable String type) {
		return type != null && type.toLowerCase(Locale.ROOT).split(";")[0].strip().equals("application/json");
	}

}
