package io.github.redisqueue.console;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * How an application has set up its console.
 *
 * @param path its path below that of the application, which begins with a slash
 * @param application the name of the application, or null if it has none
 * @param instance the id of this instance
 * @param refresh how often an open page asks for news
 * @param access who may do what
 */
public record ConsoleSettings(String path, @Nullable String application, String instance, Duration refresh,
		ConsoleAccess access) {

}
