package io.github.redisqueue.console;

import java.time.Duration;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.Show;

/**
 * How an application has set up its console, and who may do what with it. No set may
 * change any more.
 *
 * @param path its path below that of the application, which begins with a slash
 * @param application the name of the application, or null if it has none
 * @param instance the id of this instance
 * @param refresh how often an open page asks for news
 * @param roles the roles of those who may use the console, one of which is enough; none
 * means everybody who is authenticated
 * @param readOnly whether nothing can be changed
 * @param unprotected whether requests of unauthenticated users are served
 * @param hosts the names of this server under which it serves those, besides the names of
 * the local machine
 * @param showValues when to show payloads and the values of headers
 * @param showValuesRoles the roles of those to whom they are shown when authorized
 */
public record ConsoleSettings(String path, @Nullable String application, String instance, Duration refresh,
		Set<String> roles, boolean readOnly, boolean unprotected, Set<String> hosts, Show showValues,
		Set<String> showValuesRoles) {

}
