package io.github.redisqueue.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * That a property of a queue has a value that it cannot have.
 */
class InvalidQueuePropertyException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String property;

	InvalidQueuePropertyException(String property, String message) {
		this(property, message, null);
	}

	InvalidQueuePropertyException(String property, @Nullable String message, @Nullable Throwable cause) {
		super(message, cause);
		this.property = property;
	}

	String getProperty() {
		return this.property;
	}

}
