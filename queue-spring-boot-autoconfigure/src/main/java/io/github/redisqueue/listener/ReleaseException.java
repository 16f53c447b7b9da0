package io.github.redisqueue.listener;

/**
 * Gives the jobs of a handler of this package back at once, ahead of the others and in
 * their order: something failed that has nothing to do with them. Nothing is counted, and
 * no error handler is asked. The thread that called the handler waits for that, so a
 * listener with one thread keeps the order.
 */
final class ReleaseException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	ReleaseException(Throwable cause) {
		super("The handler releases its jobs", cause);
	}

}
