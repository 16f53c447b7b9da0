package io.github.redisqueue.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains why a property cannot be.
 */
final class InvalidQueuePropertyFailureAnalyzer extends AbstractFailureAnalyzer<InvalidQueuePropertyException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidQueuePropertyException cause) {
		return new FailureAnalysis(cause.getMessage() + ".", "Change the value of " + cause.getProperty()
				+ " in the application's configuration, or remove it so that the default counts.", cause);
	}

}
