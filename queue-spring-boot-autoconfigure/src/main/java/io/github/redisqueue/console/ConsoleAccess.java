package io.github.redisqueue.console;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

import io.github.redisqueue.admin.Caller;

import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;

/**
 * Who may do what with a console.
 *
 * @param roles the roles of those who may use the console, one of which is enough; none
 * means everybody who is authenticated
 * @param readOnly whether nothing can be changed
 * @param unprotected whether requests of unauthenticated users are served
 * @param hosts the names of this server under which it serves those, besides the names of
 * the local machine; in lower case
 * @param showValues when to show payloads and the values of headers
 * @param showValuesRoles the roles of those to whom they are shown when authorized
 */
public record ConsoleAccess(Set<String> roles, boolean readOnly, boolean unprotected, Set<String> hosts,
		Show showValues, Set<String> showValuesRoles) {

	/**
	 * Copies the sets.
	 * @param roles the roles of those who may use the console
	 * @param readOnly whether nothing can be changed
	 * @param unprotected whether requests of unauthenticated users are served
	 * @param hosts the names under which it serves those
	 * @param showValues when to show payloads and the values of headers
	 * @param showValuesRoles to whom they are shown when authorized
	 */
	public ConsoleAccess {
		roles = Set.copyOf(roles);
		hosts = hosts.stream().map((host) -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
		showValuesRoles = Set.copyOf(showValuesRoles);
	}

	Caller caller(SecurityContext context) {
		return Caller.overWeb(context.getPrincipal(), this.showValues.isShown(context, this.showValuesRoles));
	}

}
