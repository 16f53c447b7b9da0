package io.github.redisqueue.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.FailureAnalyzedException;

/**
 * A property has an invalid value.
 */
final class InvalidQueuePropertyException extends FailureAnalyzedException {

	private static final long serialVersionUID = 1L;

	InvalidQueuePropertyException(String property, String description, @Nullable Throwable cause) {
		super(description + ".", "Change the value of " + property
				+ " in the application's configuration, or remove it to use the default.", cause);
	}

}
