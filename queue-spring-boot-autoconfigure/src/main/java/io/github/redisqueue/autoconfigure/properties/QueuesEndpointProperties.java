package io.github.redisqueue.autoconfigure.properties;

import java.util.Set;

import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties of the endpoint {@code queues}.
 *
 * @param showValues When to show the payloads and the values of the headers of dead
 * letters.
 * @param roles Roles of the users to whom payloads and headers are shown when authorized.
 * When empty, all authenticated users are authorized.
 */
@ConfigurationProperties("management.endpoint.queues")
public record QueuesEndpointProperties(@DefaultValue("never") Show showValues, @DefaultValue Set<String> roles) {

}
