package io.github.redisqueue.bell;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.redisqueue.LogText;
import io.github.redisqueue.script.ServerError;
import io.github.redisqueue.thread.DaemonThreads;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.core.NestedExceptionUtils;

/**
 * Logs why bells cannot be read, if nothing else does: other failures also affect
 * leasing, which logs them. An appender may block, so messages are written on a thread of
 * their own. Thread-safe.
 */
final class BellWarnings {

	private static final Log logger = LogFactory.getLog(BellWarnings.class);

	private final DaemonThreads log = new DaemonThreads("queue-bells-log-", 1);

	/** The error codes that were logged. */
	private final Set<String> told = ConcurrentHashMap.newKeySet();

	/**
	 * Logs once that a permission is missing, and once that some bell is no list if it is
	 * not known which.
	 */
	void onFailure(Throwable failure, long pause) {
		String code = ServerError.code(failure);
		String explanation = switch (code) {
			case ServerError.NOPERM ->
				"The Redis user has no permission to read the bells of queues, so jobs are found by polling only."
						+ " docs/security.md lists the required permissions: ";
			case ServerError.WRONGTYPE ->
				"A key that must be the bell of a queue is no list, and Redis did not tell which, so jobs are found by"
						+ " polling only. If the Redis user has the permission for TYPE, only that bell is left out: ";
			default -> "";
		};
		boolean warns = !explanation.isEmpty() && this.told.add(code);
		if (warns || logger.isDebugEnabled()) {
			this.log.execute(() -> log(failure, pause, warns ? explanation : ""));
		}
	}

	private static void log(Throwable failure, long pause, String warning) {
		logger.debug("Cannot wait for bells, trying again in " + pause + " ms", failure);
		if (!warning.isEmpty()) {
			logger.warn(warning
					+ LogText.of(String.valueOf(NestedExceptionUtils.getMostSpecificCause(failure).getMessage())));
		}
	}

	/** Logs that the key of a bell is no list. */
	void onWrongType(String key) {
		this.log.execute(() -> logger.warn("The key '" + key
				+ "' must be the bell of a queue, which is a list, but holds a value of another type."
				+ " Until the key is deleted and this application is started again, its listeners find the jobs of that"
				+ " queue by polling only"));
	}

}
