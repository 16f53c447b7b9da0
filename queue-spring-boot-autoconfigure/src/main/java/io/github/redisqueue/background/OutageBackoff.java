package io.github.redisqueue.background;

import java.time.Duration;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.util.backoff.BackOffExecution;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * Paces the tries of one thread while Redis is away or refuses, and tells of it once. Not
 * thread-safe.
 */
public final class OutageBackoff {

	private static final Log logger = LogFactory.getLog(OutageBackoff.class);

	private static final ExponentialBackOff PAUSES = new ExponentialBackOff(100, 2);

	static {
		PAUSES.setMaxInterval(1000);
		PAUSES.setJitter(20);
	}

	private final String work;

	private final String meanwhile;

	private @Nullable BackOffExecution pauses;

	/**
	 * No outage so far.
	 * @param work what cannot be done in one, as it follows the word "cannot"
	 */
	public OutageBackoff(String work) {
		this(work, "");
	}

	/**
	 * No outage so far.
	 * @param work what cannot be done in one, as it follows the word "cannot"
	 * @param meanwhile what it means while it lasts, as it follows the word "meanwhile"
	 */
	public OutageBackoff(String work, String meanwhile) {
		this.work = work;
		this.meanwhile = meanwhile.isEmpty() ? "" : "; meanwhile " + meanwhile;
	}

	/**
	 * It went wrong. Nothing is said of it on a thread that is interrupted, for then
	 * somebody wanted it to.
	 * @param failure why
	 * @return how long to wait before the next try, unless that has a time of its own
	 */
	public Duration onFailure(Throwable failure) {
		boolean first = this.pauses == null;
		if (this.pauses == null) {
			this.pauses = PAUSES.start();
		}
		if (first && !Thread.currentThread().isInterrupted()) {
			logger.warn(
					"Cannot " + this.work + ", trying again until it works" + this.meanwhile + ". " + reason(failure));
		}
		logger.debug("Cannot " + this.work, failure);
		return Duration.ofMillis(this.pauses.nextBackOff());
	}

	private static String reason(Throwable failure) {
		// What is no matter of connections says itself what to do.
		if (failure instanceof PermissionDeniedDataAccessException || !(failure instanceof DataAccessException)) {
			return String.valueOf((failure.getMessage() != null) ? failure.getMessage() : failure);
		}
		Throwable cause = (failure.getCause() != null) ? failure.getCause() : failure;
		Throwable root = NestedExceptionUtils.getMostSpecificCause(cause);
		String hint = (failure instanceof DataAccessException)
				? "Is Redis running, and do the properties spring.data.redis.* lead to it? " : "";
		return hint + cause + ((root != cause) ? "; " + root : "");
	}

	/** It worked. */
	public void onSuccess() {
		if (this.pauses != null) {
			this.pauses = null;
			logger.info("Can " + this.work + " again");
		}
	}

}
