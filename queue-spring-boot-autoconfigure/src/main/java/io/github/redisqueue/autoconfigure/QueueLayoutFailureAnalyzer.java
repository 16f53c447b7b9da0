package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.QueueLayoutException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Describes a queue whose type or number of shards in Redis differs from its properties.
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
