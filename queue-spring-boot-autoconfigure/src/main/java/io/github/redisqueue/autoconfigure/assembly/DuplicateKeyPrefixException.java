package io.github.redisqueue.autoconfigure.assembly;

import org.springframework.boot.diagnostics.FailureAnalyzedException;

/**
 * Two queues would use the same keys although their types or numbers of shards differ.
 */
final class DuplicateKeyPrefixException extends FailureAnalyzedException {

	private static final long serialVersionUID = 1L;

	DuplicateKeyPrefixException(String prefix, String one, String other) {
		super("The queues " + one + " and " + other + " use the same keys in Redis, those with the prefix '" + prefix
				+ "'.",
				"Rename one of the queues, or set a different redis-queue.queues.<name>.prefix. If both names refer to the"
						+ " same queue, set the same type and number of shards for both.");
	}

}
