package io.github.redisqueue.listener;

import java.time.Duration;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.util.backoff.BackOffExecution;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * Paces the tries of one thread while Redis is away, and tells of it once. Not
 * thread-safe.
 */
final class Outage {

	private static final Log logger = LogFactory.getLog(Outage.class);

	private static final ExponentialBackOff PAUSES = new ExponentialBackOff(100, 2);

	static {
		PAUSES.setMaxInterval(1000);
		PAUSES.setJitter(20);
	}

	private final String work;

	private @Nullable BackOffExecution pauses;

	/**
	 * No outage so far.
	 * @param work what cannot be done in one, as it follows the word "cannot"
	 */
	Outage(String work) {
		this.work = work;
	}

	/**
	 * It went wrong. Nothing is said of it on a thread that is interrupted, for then
	 * somebody wanted it to.
	 * @param failure why
	 * @return how long to wait before the next try
	 */
	Duration failed(Throwable failure) {
		boolean first = this.pauses == null;
		if (this.pauses == null) {
			this.pauses = PAUSES.start();
		}
		if (first && !Thread.currentThread().isInterrupted()) {
			logger.warn("Cannot " + this.work + ", trying again until it works. " + hint(failure)
					+ ((failure.getCause() != null) ? failure.getCause() : failure));
		}
		logger.debug("Cannot " + this.work, failure);
		return Duration.ofMillis(this.pauses.nextBackOff());
	}

	private static String hint(Throwable failure) {
		return (failure instanceof DataAccessException)
				? "Is Redis running, and do the properties spring.data.redis.* lead to it? " : "";
	}

	/** It worked. */
	void over() {
		if (this.pauses != null) {
			this.pauses = null;
			logger.info("Redis is back: can " + this.work + " again");
		}
	}

}
