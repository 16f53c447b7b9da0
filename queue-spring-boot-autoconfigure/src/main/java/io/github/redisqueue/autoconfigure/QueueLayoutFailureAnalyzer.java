package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.QueueLayoutException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains that a queue is laid out in Redis otherwise than it is configured.
 */
final class QueueLayoutFailureAnalyzer extends AbstractFailureAnalyzer<QueueLayoutException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, QueueLayoutException cause) {
		return new FailureAnalysis(cause.description() + ".",
				cause.action()
						+ " The properties are redis-queue.queues.<name>.type and redis-queue.queues.<name>.shards, or"
						+ " redis-queue.type and redis-queue.shards for all queues.",
				cause);
	}

}
