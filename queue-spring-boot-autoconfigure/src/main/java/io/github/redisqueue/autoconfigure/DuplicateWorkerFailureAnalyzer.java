package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.DuplicateWorkerException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains that two running instances have one worker id.
 */
final class DuplicateWorkerFailureAnalyzer extends AbstractFailureAnalyzer<DuplicateWorkerException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, DuplicateWorkerException cause) {
		return new FailureAnalysis(
				"Another running instance leases from queue '" + cause.queue() + "' under the worker id '"
						+ cause.worker() + "', and queues of type list need each instance to have its own.",
				"Give each instance its own redis-queue.worker-id, or set none and let it be made up; or stop the other"
						+ " instance first.",
				cause);
	}

}
