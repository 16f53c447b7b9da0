package io.github.redisqueue.console;

import java.time.Duration;
import java.util.Set;

import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the console.
 *
 * @param enabled Whether to serve the console, a web page for operators.
 * @param path Path of the console below that of the application.
 * @param refresh How often an open page is updated, and how often the queues are counted
 * while a page is open.
 * @param roles Roles of the users who may use the console; one of them is enough. When
 * empty, all authenticated users may use it.
 * @param showValues When to show the payloads and the values of the headers of jobs and
 * dead letters.
 * @param showValuesRoles Roles of the users to whom payloads and headers are shown when
 * authorized. When empty, all authenticated users are authorized.
 * @param readOnly Whether the console only shows, and changes nothing.
 * @param allowUnprotected Whether to serve the console to users who are not
 * authenticated.
 * @param allowedHosts Host names, besides those of the local machine, under which the
 * console is served to users who are not authenticated.
 */
@ConfigurationProperties("redis-queue.console")
public record QueueConsoleProperties(@DefaultValue("false") boolean enabled, @DefaultValue("/redis-queue") String path,
		@DefaultValue("2s") Duration refresh, @DefaultValue Set<String> roles, @DefaultValue("never") Show showValues,
		@DefaultValue Set<String> showValuesRoles, @DefaultValue("false") boolean readOnly,
		@DefaultValue("false") boolean allowUnprotected, @DefaultValue Set<String> allowedHosts) {

}
