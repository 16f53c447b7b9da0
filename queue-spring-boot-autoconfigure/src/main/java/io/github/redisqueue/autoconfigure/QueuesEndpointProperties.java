package io.github.redisqueue.autoconfigure;

import java.util.LinkedHashSet;
import java.util.Set;

import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Properties of the endpoint {@code queues}.
 */
@ConfigurationProperties("management.endpoint.queues")
class QueuesEndpointProperties {

	/**
	 * When to show the payloads and the values of the headers of dead letters.
	 */
	private Show showValues = Show.NEVER;

	/**
	 * Roles of the users to whom payloads and headers are shown when authorized. When
	 * empty, all authenticated users are authorized.
	 */
	private final Set<String> roles = new LinkedHashSet<>();

	public Show getShowValues() {
		return this.showValues;
	}

	public void setShowValues(Show showValues) {
		this.showValues = showValues;
	}

	public Set<String> getRoles() {
		return this.roles;
	}

}
