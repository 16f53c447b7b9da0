package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.console.UnprotectedConsoleException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Describes a console that is not protected.
 */
final class UnprotectedConsoleFailureAnalyzer extends AbstractFailureAnalyzer<UnprotectedConsoleException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnprotectedConsoleException cause) {
		return new FailureAnalysis(cause.getMessage() + ".", cause.action(), cause);
	}

}
