package io.github.redisqueue.endpoint;

import java.util.Map;

import io.github.redisqueue.admin.Caller;
import io.github.redisqueue.admin.QueueAdmin;
import io.github.redisqueue.admin.Request;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.jmx.annotation.EndpointJmxExtension;

/**
 * The {@link QueuesEndpoint} over JMX. A parameter that is not needed may be null. A
 * request that is refused fails with a message that tells why. Thread-safe.
 *
 * @param caller whoever uses JMX
 */
@EndpointJmxExtension(endpoint = QueuesEndpoint.class)
public record QueuesEndpointJmxExtension(QueueAdmin admin, Caller caller) {

	@ReadOperation
	Map<String, Object> deadLetters(String queue, @Nullable String offset, @Nullable String count,
			@Nullable String reason, @Nullable String exception, @Nullable String text) {
		return list(queue, "dead-letters", "offset", offset, "count", count, "reason", reason, "exception", exception,
				"text", text);
	}

	@ReadOperation
	Map<String, Object> deadLetter(String queue, String id) {
		return list(queue, "dead-letters", "id", id);
	}

	@ReadOperation
	Map<String, Object> jobs(String queue, @Nullable String state, @Nullable String cursor, @Nullable String count) {
		return list(queue, "jobs", "state", state, "cursor", cursor, "count", count);
	}

	@ReadOperation
	Map<String, Object> job(String queue, String id) {
		return list(queue, "jobs", "id", id);
	}

	@WriteOperation
	Map<String, Object> pause(String queue) {
		return act(queue, "pause");
	}

	@WriteOperation
	Map<String, Object> resume(String queue) {
		return act(queue, "resume");
	}

	@WriteOperation
	Map<String, Object> clean(String queue, @Nullable String depth) {
		return act(queue, "clean", "depth", depth);
	}

	@WriteOperation
	Map<String, Object> audit(String queue, @Nullable String limit) {
		return act(queue, "audit", "limit", limit);
	}

	@WriteOperation
	Map<String, Object> repair(String queue, @Nullable String dryRun, @Nullable String limit) {
		return act(queue, "repair", "dryRun", dryRun, "limit", limit);
	}

	@WriteOperation
	Map<String, Object> redriveAll(String queue, @Nullable String rate, @Nullable String reason,
			@Nullable String exception, @Nullable String text) {
		return act(queue, "redrive", "rate", rate, "reason", reason, "exception", exception, "text", text);
	}

	@WriteOperation
	Map<String, Object> redrive(String queue, String id, @Nullable String payload, @Nullable String payloadBase64) {
		return act(queue, "dead-letters", "id", id, "payload", payload, "payloadBase64", payloadBase64);
	}

	@WriteOperation
	Map<String, Object> reschedule(String queue, String id, @Nullable String delay, @Nullable String readyAt) {
		return act(queue, "jobs", "id", id, "delay", delay, "readyAt", readyAt);
	}

	/** Deletes, but is no removal of a single one. */
	@DeleteOperation
	Map<String, Object> purgeAll(String queue) {
		return act(queue, "purge");
	}

	@DeleteOperation
	Map<String, Object> purge(String queue, String id) {
		return this.admin.remove(this.caller, Request.of(queue, "dead-letters", "id", id));
	}

	@DeleteOperation
	Map<String, Object> cancel(String queue, String id) {
		return this.admin.remove(this.caller, Request.of(queue, "jobs", "id", id));
	}

	private Map<String, Object> list(String queue, String subject, @Nullable String... namesAndValues) {
		return this.admin.list(this.caller, Request.of(queue, subject, namesAndValues));
	}

	private Map<String, Object> act(String queue, String subject, @Nullable String... namesAndValues) {
		return this.admin.act(this.caller, Request.of(queue, subject, namesAndValues));
	}

}
