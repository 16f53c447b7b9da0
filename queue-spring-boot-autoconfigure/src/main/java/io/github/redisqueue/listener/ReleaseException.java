package io.github.redisqueue.listener;

/**
 * Thrown by a handler of this package that gives its jobs back at once, because something
 * failed that has nothing to do with them. They become ready again ahead of the others,
 * in their order, and nothing is counted. No error handler is asked. The thread that
 * called the handler waits for that, so a listener with one thread keeps the order.
 */
final class ReleaseException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	ReleaseException(Throwable cause) {
		super("The handler releases its jobs", cause);
	}

}
