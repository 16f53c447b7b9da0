package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.listener.InvalidListenerException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Describes an invalid listener.
 */
final class InvalidListenerFailureAnalyzer extends AbstractFailureAnalyzer<InvalidListenerException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidListenerException cause) {
		return new FailureAnalysis(cause.description(), cause.action(), cause);
	}

}
