package io.github.redisqueue.endpoint;

import java.util.Map;

import io.github.redisqueue.admin.Caller;
import io.github.redisqueue.admin.QueueAdmin;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * {@link Endpoint} that shows the queues of the application.
 * {@link QueuesEndpointWebExtension} and {@link QueuesEndpointJmxExtension} add jobs,
 * dead letters, and what an operator can change. Thread-safe.
 */
@Endpoint(id = "queues")
public record QueuesEndpoint(QueueAdmin admin) {

	@ReadOperation
	Map<String, Object> queues() {
		return this.admin.queues(Caller.unknown(false));
	}

	@ReadOperation
	Map<String, Object> queue(@Selector String queue) {
		return this.admin.queue(Caller.unknown(false), queue);
	}

}
