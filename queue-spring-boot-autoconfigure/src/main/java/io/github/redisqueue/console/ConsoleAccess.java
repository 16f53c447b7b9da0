package io.github.redisqueue.console;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who may do what with a console.
 *
 * @param roles the roles of those who may use the console, one of which is enough; none
 * means everybody who is authenticated
 * @param readOnly whether nothing can be changed
 * @param unprotected whether requests of unauthenticated users are served
 * @param hosts the names of this server under which it serves those, besides the names of
 * the local machine; in lower case
 */
public record ConsoleAccess(Set<String> roles, boolean readOnly, boolean unprotected, Set<String> hosts) {

	/**
	 * Copies the sets.
	 * @param roles the roles of those who may use the console
	 * @param readOnly whether nothing can be changed
	 * @param unprotected whether requests of unauthenticated users are served
	 * @param hosts the names under which it serves those
	 */
	public ConsoleAccess {
		roles = Set.copyOf(roles);
		hosts = hosts.stream().map((host) -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
	}

}
