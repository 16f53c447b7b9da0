package io.github.redisqueue.console;

import java.time.Duration;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * How an application has set up its console.
 *
 * @param application the name of the application, or null if it has none
 * @param instance the id of this instance
 * @param refresh how often an open page asks for news
 * @param roles the roles of those who may use the console, one of which is enough; none
 * means everybody who is authenticated
 * @param readOnly whether nothing can be changed
 * @param unprotected whether requests are served that nobody has authenticated
 */
public record ConsoleSettings(@Nullable String application, String instance, Duration refresh, Set<String> roles,
		boolean readOnly, boolean unprotected) {

}
