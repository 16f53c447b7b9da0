package io.github.redisqueue.endpoint;

import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import io.github.redisqueue.admin.Caller;
import io.github.redisqueue.admin.QueueAdmin;
import io.github.redisqueue.admin.RefusedException;
import io.github.redisqueue.admin.Request;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * The {@link QueuesEndpoint} over HTTP, with Spring MVC and Spring WebFlux. A request
 * that is refused has a response with the property {@code error}, which tells why.
 * Actuator finds the parameters of a request by the names of those of a method. An id is
 * a parameter, as not every id can stand in a path. Thread-safe.
 *
 * @param showValues when to show the payloads and headers of jobs and dead letters
 * @param roles the roles of those to whom they are shown when authorized; none means
 * everybody who is authenticated
 */
@EndpointWebExtension(endpoint = QueuesEndpoint.class)
public record QueuesEndpointWebExtension(QueueAdmin admin, Show showValues, Set<String> roles) {

	private static final Caller ANYBODY = Caller.overWeb(null, false);

	/** Without a context, as Actuator caches only what depends on nothing. */
	@ReadOperation
	WebEndpointResponse<Map<String, Object>> queues() {
		return respond(() -> this.admin.queues(ANYBODY));
	}

	@ReadOperation
	WebEndpointResponse<Map<String, Object>> queue(@Selector String queue) {
		return respond(() -> this.admin.queue(ANYBODY, queue));
	}

	@ReadOperation
	WebEndpointResponse<Map<String, Object>> list(SecurityContext context, @Selector String queue,
			@Selector String section, @Nullable String id, @Nullable String count, @Nullable String state,
			@Nullable String cursor, @Nullable String offset, @Nullable String reason, @Nullable String exception,
			@Nullable String text) {
		Request request = Request.of(queue, section, "id", id, "count", count, "state", state, "cursor", cursor,
				"offset", offset, "reason", reason, "exception", exception, "text", text);
		return respond(() -> this.admin.list(caller(context), request));
	}

	@WriteOperation
	WebEndpointResponse<Map<String, Object>> act(SecurityContext context, @Selector String queue,
			@Selector String action, @Nullable String id, @Nullable String depth, @Nullable String dryRun,
			@Nullable String limit, @Nullable String rate, @Nullable String reason, @Nullable String exception,
			@Nullable String text, @Nullable String payload, @Nullable String payloadBase64, @Nullable String delay,
			@Nullable String readyAt) {
		Request request = Request.of(queue, action, "id", id, "depth", depth, "dryRun", dryRun, "limit", limit, "rate",
				rate, "reason", reason, "exception", exception, "text", text, "payload", payload, "payloadBase64",
				payloadBase64, "delay", delay, "readyAt", readyAt);
		return respond(() -> this.admin.act(caller(context), request));
	}

	@DeleteOperation
	WebEndpointResponse<Map<String, Object>> remove(SecurityContext context, @Selector String queue,
			@Selector String section, @Nullable String id) {
		return respond(() -> this.admin.remove(caller(context), Request.of(queue, section, "id", id)));
	}

	private Caller caller(SecurityContext context) {
		return Caller.overWeb(context.getPrincipal(), this.showValues.isShown(context, this.roles));
	}

	private static WebEndpointResponse<Map<String, Object>> respond(Supplier<Map<String, Object>> request) {
		try {
			return new WebEndpointResponse<>(request.get());
		}
		catch (RefusedException ex) {
			return new WebEndpointResponse<>(ex.body(), ex.status());
		}
	}

}
