package io.github.redisqueue.samples.benchmark.options;

/**
 * The command line cannot be. The message says what was wrong and what is allowed.
 */
public final class UsageException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	UsageException(String message) {
		super(message);
	}

}
