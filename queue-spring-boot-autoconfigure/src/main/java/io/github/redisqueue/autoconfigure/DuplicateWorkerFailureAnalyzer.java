package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.DuplicateWorkerException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Describes a worker id that another running instance uses.
 */
final class DuplicateWorkerFailureAnalyzer extends AbstractFailureAnalyzer<DuplicateWorkerException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, DuplicateWorkerException cause) {
		return new FailureAnalysis(
				"Another running instance uses queue '" + cause.queue() + "' with the worker id '" + cause.worker()
						+ "'. Queues of type list require a unique worker id for each instance.",
				"Set a different redis-queue.worker-id for each instance, remove the property so that ids are generated,"
						+ " or stop the other instance.",
				cause);
	}

}
