package io.github.redisqueue.autoconfigure;

import org.springframework.boot.diagnostics.FailureAnalyzedException;

/**
 * That two queues would have keys in common without being the same queue.
 */
final class SharedPlaceException extends FailureAnalyzedException {

	private static final long serialVersionUID = 1L;

	SharedPlaceException(String prefix, String one, String other) {
		super("The queues " + one + " and " + other + " have the place '" + prefix + "' in Redis in common.",
				"Give one of them another name, or another place by redis-queue.queues.<name>.prefix. If they are one queue"
						+ " under two names, give both the same type and number of shards.");
	}

}
