package io.github.redisqueue.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;

import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Properties of the console.
 */
@ConfigurationProperties("redis-queue.console")
class QueueConsoleProperties {

	private static final Duration SHORTEST = Duration.ofMillis(500);

	private static final Duration LONGEST = Duration.ofMinutes(1);

	/**
	 * Whether to serve the console, a web page for operators.
	 */
	private boolean enabled;

	/**
	 * Path of the console below that of the application.
	 */
	private String path = "/redis-queue";

	/**
	 * How often an open page is updated, and how often the queues are counted while a
	 * page is open.
	 */
	private Duration refresh = Duration.ofSeconds(2);

	/**
	 * Roles of the users who may use the console; one of them is enough. When empty, all
	 * authenticated users may use it.
	 */
	private final Set<String> roles = new LinkedHashSet<>();

	/**
	 * When to show the payloads and the values of the headers of jobs and dead letters.
	 */
	private Show showValues = Show.NEVER;

	/**
	 * Roles of the users to whom payloads and headers are shown when authorized. When
	 * empty, all authenticated users are authorized.
	 */
	private final Set<String> showValuesRoles = new LinkedHashSet<>();

	/**
	 * Whether the console only shows, and changes nothing.
	 */
	private boolean readOnly;

	/**
	 * Whether to serve the console to users who are not authenticated.
	 */
	private boolean allowUnprotected;

	/**
	 * Host names, besides those of the local machine, under which the console is served
	 * to users who are not authenticated.
	 */
	private final Set<String> allowedHosts = new LinkedHashSet<>();

	/**
	 * Checks the values.
	 * @throws InvalidQueuePropertyException if one is not allowed
	 */
	QueueConsoleProperties validated() {
		InvalidQueuePropertyException.require(this.path.matches("(/[A-Za-z0-9_~][A-Za-z0-9._~-]*)+"),
				"redis-queue.console.path",
				"a path such as /redis-queue, with letters, digits and the characters . _ ~ -", this.path);
		InvalidQueuePropertyException.require(
				this.refresh.compareTo(SHORTEST) >= 0 && this.refresh.compareTo(LONGEST) <= 0,
				"redis-queue.console.refresh", "between 500 ms and 1 minute", this.refresh);
		return this;
	}

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public String getPath() {
		return this.path;
	}

	public void setPath(String path) {
		this.path = path;
	}

	public Duration getRefresh() {
		return this.refresh;
	}

	public void setRefresh(Duration refresh) {
		this.refresh = refresh;
	}

	public Set<String> getRoles() {
		return this.roles;
	}

	public Show getShowValues() {
		return this.showValues;
	}

	public void setShowValues(Show showValues) {
		this.showValues = showValues;
	}

	public Set<String> getShowValuesRoles() {
		return this.showValuesRoles;
	}

	public boolean isReadOnly() {
		return this.readOnly;
	}

	public void setReadOnly(boolean readOnly) {
		this.readOnly = readOnly;
	}

	public boolean isAllowUnprotected() {
		return this.allowUnprotected;
	}

	public void setAllowUnprotected(boolean allowUnprotected) {
		this.allowUnprotected = allowUnprotected;
	}

	public Set<String> getAllowedHosts() {
		return this.allowedHosts;
	}

}
