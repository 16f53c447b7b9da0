package io.github.redisqueue.bell;

import java.util.concurrent.CompletionException;

import io.github.redisqueue.LogText;
import io.github.redisqueue.script.ServerError;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.core.NestedExceptionUtils;

/**
 * Logs why bells cannot be read, if nothing else does: other failures also affect
 * leasing, which logs them. An appender may block, so messages are written on a thread of
 * their own. Used by one thread at a time.
 */
final class BellWarnings {

	private static final Log logger = LogFactory.getLog(Bells.class);

	private boolean forbidden;

	/** The error code with which Redis has answered, empty if it has not. */
	static String code(Throwable failure) {
		return ServerError.code(unwrapped(failure));
	}

	private static Throwable unwrapped(Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

	/** Logs a missing permission once. */
	void onFailure(Throwable failure, long pause) {
		Throwable cause = unwrapped(failure);
		boolean warns = !this.forbidden && code(cause).equals(ServerError.NOPERM);
		this.forbidden |= warns;
		if (warns || logger.isDebugEnabled()) {
			inBackground(() -> log(cause, pause, warns));
		}
	}

	private static void log(Throwable cause, long pause, boolean warns) {
		logger.debug("Cannot wait for bells, trying again in " + pause + " ms", cause);
		if (warns) {
			logger
				.warn("The Redis user has no permission to read the bells of queues, so jobs are found by polling only."
						+ " docs/security.md lists the required permissions: "
						+ LogText.of(String.valueOf(NestedExceptionUtils.getMostSpecificCause(cause).getMessage())));
		}
	}

	/** Logs that the key of a bell is no list. */
	void onWrongType(String key) {
		inBackground(() -> logger.warn("The key '" + key
				+ "' must be the bell of a queue, which is a list, but holds a value of another type."
				+ " Until the key is deleted and this application is started again, its listeners find the jobs of that"
				+ " queue by polling only"));
	}

	private static void inBackground(Runnable task) {
		Thread thread = new Thread(task, "queue-bells-log");
		thread.setDaemon(true);
		thread.start();
	}

}
