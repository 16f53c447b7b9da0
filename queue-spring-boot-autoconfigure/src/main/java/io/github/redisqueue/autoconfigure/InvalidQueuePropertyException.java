package io.github.redisqueue.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.FailureAnalyzedException;

/**
 * That a property of a queue has a value that it cannot have.
 */
final class InvalidQueuePropertyException extends FailureAnalyzedException {

	private static final long serialVersionUID = 1L;

	InvalidQueuePropertyException(String property, String description, @Nullable Throwable cause) {
		super(description + ".", "Change the value of " + property
				+ " in the application's configuration, or remove it so that the default counts.", cause);
	}

}
