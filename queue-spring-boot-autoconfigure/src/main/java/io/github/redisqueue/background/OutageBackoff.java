package io.github.redisqueue.background;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

import io.github.redisqueue.LogText;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.util.backoff.BackOffExecution;
import org.springframework.util.backoff.ExponentialBackOff;

/**
 * Spaces out the attempts of one activity while Redis is unavailable or rejects calls,
 * and logs the beginning and the end of the outage once each. Thread-safe.
 */
public final class OutageBackoff {

	private static final Log logger = LogFactory.getLog(OutageBackoff.class);

	/** Codes of the errors with which servers answer. */
	private static final Set<String> ANSWERS = Set.of("ERR", "OOM", "BUSY", "LOADING", "READONLY", "MASTERDOWN",
			"CLUSTERDOWN", "MISCONF", "NOREPLICAS", "WRONGTYPE", "WRONGPASS", "NOAUTH", "NOPERM", "CROSSSLOT", "ASK",
			"MOVED", "TRYAGAIN", "UNKILLABLE");

	/** Causes may go round in a circle. */
	private static final int MAX_CAUSES = 100;

	private static final ExponentialBackOff BACKOFF = new ExponentialBackOff(100, 2);

	static {
		BACKOFF.setMaxInterval(1000);
		BACKOFF.setJitter(20);
	}

	private final Outage outage;

	private @Nullable BackOffExecution pauses;

	/**
	 * Creates a back-off without an outage.
	 * @param activity the activity that an outage prevents, as it follows the word
	 * "cannot" in log messages
	 */
	public OutageBackoff(String activity) {
		this(activity, "");
	}

	/**
	 * Creates a back-off without an outage.
	 * @param activity the activity that an outage prevents, as it follows the word
	 * "cannot" in log messages
	 * @param meanwhile the consequence of the outage, as it follows the word "meanwhile"
	 * in log messages
	 */
	public OutageBackoff(String activity, String meanwhile) {
		this(activity, meanwhile, Runnable::run);
	}

	/**
	 * Creates a back-off without an outage, for a thread on which nothing may block.
	 * @param activity the activity that an outage prevents, as it follows the word
	 * "cannot" in log messages
	 * @param meanwhile the consequence of the outage, as it follows the word "meanwhile"
	 * in log messages
	 * @param log writes the log messages; an appender of the application may block
	 */
	public OutageBackoff(String activity, String meanwhile, Executor log) {
		this(new Outage(activity, meanwhile.isEmpty() ? "" : "; meanwhile " + meanwhile, log));
	}

	private OutageBackoff(Outage outage) {
		this.outage = outage;
	}

	/**
	 * A back-off for another part of the same activity, such as another shard, with
	 * pauses of its own. An outage is logged when it begins for the first part and when
	 * it has ended for all.
	 * @return a back-off without an outage
	 */
	public OutageBackoff another() {
		return new OutageBackoff(this.outage);
	}

	/**
	 * Records a failed attempt. Does not log it on an interrupted thread, because then
	 * the failure is intended.
	 * @param failure the failure
	 * @return the pause before the next attempt; activities with a schedule of their own
	 * may ignore it
	 */
	public synchronized Duration onFailure(Throwable failure) {
		Throwable cause = (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause()
				: failure;
		boolean first = this.pauses == null;
		if (this.pauses == null) {
			this.pauses = BACKOFF.start();
		}
		this.outage.onFailure(cause, first);
		return Duration.ofMillis(this.pauses.nextBackOff());
	}

	private static String reason(Throwable failure) {
		boolean connects = failure instanceof RedisConnectionFailureException;
		if (isRefusal(failure) || !(failure instanceof DataAccessException) || (isAnswer(failure) && !connects)) {
			return withRootCause(failure);
		}
		Throwable cause = (failure.getCause() != null) ? failure.getCause() : failure;
		Throwable root = NestedExceptionUtils.getMostSpecificCause(cause);
		String causes = cause + ((root != cause) ? "; " + root : "");
		return isAnswer(failure) ? causes
				: "Is Redis running, and do the properties spring.data.redis.* point to it? " + causes;
	}

	/** Whether an error of a server is among the causes, which begins with its code. */
	private static boolean isAnswer(Throwable failure) {
		return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
			.limit(MAX_CAUSES)
			.map((cause) -> String.valueOf(cause.getMessage()).split(" ", 2)[0])
			.anyMatch(ANSWERS::contains);
	}

	/** Whether Redis has answered: then the connection is not in doubt. */
	private static boolean isRefusal(Throwable failure) {
		return failure instanceof PermissionDeniedDataAccessException
				|| failure instanceof InvalidDataAccessResourceUsageException
				|| failure instanceof InvalidDataAccessApiUsageException;
	}

	/** The messages of these failures say where the error occurred and what to do. */
	private static String withRootCause(Throwable failure) {
		String message = (failure.getMessage() != null) ? failure.getMessage() : failure.toString();
		String root = NestedExceptionUtils.getMostSpecificCause(failure).getMessage();
		return (root == null || message.contains(root)) ? message : message + "; " + root;
	}

	/** Records a successful attempt. */
	public synchronized void onSuccess() {
		if (this.pauses != null) {
			this.pauses = null;
			this.outage.onEnd();
		}
	}

	/** What all parts of an activity log together. */
	private static final class Outage {

		private final String activity;

		private final String meanwhile;

		private final Executor log;

		private int failing;

		Outage(String activity, String meanwhile, Executor log) {
			this.activity = activity;
			this.meanwhile = meanwhile;
			this.log = log;
		}

		synchronized void onFailure(Throwable failure, boolean first) {
			boolean begins = first && this.failing++ == 0 && !Thread.currentThread().isInterrupted();
			this.log.execute(() -> {
				if (begins) {
					logger.warn("Cannot " + this.activity + ", trying again until it works" + this.meanwhile + ". "
							+ LogText.of(reason(failure)));
				}
				logger.debug("Cannot " + this.activity, failure);
			});
		}

		synchronized void onEnd() {
			if (--this.failing == 0) {
				this.log.execute(() -> logger.info("Can " + this.activity + " again"));
			}
		}

	}

}
