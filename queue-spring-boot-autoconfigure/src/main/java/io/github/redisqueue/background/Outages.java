package io.github.redisqueue.background;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.github.redisqueue.LogText;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Logs the outages of an application: for each activity that fails one warning, which
 * names all queues that are affected, and one message when it succeeds again. The warning
 * comes one second after the first failure, because an outage mostly affects many queues.
 * An outage that is shorter is not logged. A failure that concerns one queue only, such
 * as a missing permission, is logged at once. Thread-safe.
 */
public final class Outages {

	private static final Log logger = LogFactory.getLog(Outages.class);

	/** How long the first warning waits for the names of further queues. */
	private static final Duration FIRST_WAIT = Duration.ofSeconds(1);

	/** How long further warnings of the same outage wait. */
	private static final Duration NEXT_WAIT = Duration.ofMinutes(1);

	/** How many queues a message names. */
	private static final int NAMED = 10;

	private final ScheduledExecutorService timer;

	private final Executor log;

	private final Map<String, Outage> activities = new ConcurrentHashMap<>();

	/** Creates a log whose messages an executor writes: an appender may block. */
	public Outages(ScheduledExecutorService timer, Executor log) {
		this.timer = timer;
		this.log = log;
	}

	/** A back-off for an activity on a queue whose outage needs no explanation. */
	public OutageBackoff backoff(String activity, String queue) {
		return backoff(activity, queue, "");
	}

	/**
	 * A back-off, without an outage, for an activity on a queue.
	 * @param activity what an outage prevents, as it stands between "cannot" and "queue"
	 * in log messages, such as "lease jobs from"
	 * @param meanwhile the consequence, as it follows the word "meanwhile"
	 */
	public OutageBackoff backoff(String activity, String queue, String meanwhile) {
		return new OutageBackoff(this.activities.computeIfAbsent(activity, (name) -> new Outage(name, meanwhile)),
				queue);
	}

	/** The outage of one activity, on all queues that it affects. Thread-safe. */
	final class Outage {

		private final String activity;

		private final String meanwhile;

		/** For each queue how many of its parts fail. */
		private final Map<String, Integer> failing = new HashMap<>();

		/** The queues whose failure has been logged by itself. */
		private final Set<String> alone = new HashSet<>();

		/** The other queues that fail, or failed since the outage began. */
		private final Set<String> affected = new TreeSet<>();

		/** Those of them that no warning has named. */
		private final Set<String> news = new TreeSet<>();

		private @Nullable Throwable failure;

		private boolean scheduled;

		private Outage(String activity, String meanwhile) {
			this.activity = activity;
			this.meanwhile = meanwhile.isEmpty() ? "" : "; meanwhile " + meanwhile;
		}

		/** An attempt has failed, for the first time if the outage begins. */
		synchronized void onFailure(String queue, boolean begins, Throwable cause) {
			if (logger.isDebugEnabled()) {
				Outages.this.log
					.execute(() -> logger.debug("Cannot " + this.activity + " queue '" + queue + "'", cause));
			}
			if (begins && this.failing.merge(queue, 1, Integer::sum) == 1) {
				if (OutageReason.concernsOneQueue(cause)) {
					this.alone.add(queue);
					warn(List.of(queue), cause);
				}
				else {
					this.news.add(queue);
					collect();
				}
			}
			// What the server says about an outage is worth more than its silence.
			if (this.news.contains(queue) && (this.failure == null || OutageReason.isAnswer(cause))) {
				this.failure = cause;
			}
		}

		private void collect() {
			if (this.scheduled) {
				return;
			}
			try {
				Duration wait = this.affected.isEmpty() ? FIRST_WAIT : NEXT_WAIT;
				Outages.this.timer.schedule(this::report, wait.toMillis(), TimeUnit.MILLISECONDS);
				this.scheduled = true;
			}
			catch (RejectedExecutionException ex) {
				logger.debug("The application ends");
			}
		}

		private synchronized void report() {
			this.scheduled = false;
			if (!this.news.isEmpty() && this.failure != null) {
				warn(this.news, this.failure);
				this.affected.addAll(this.news);
				this.news.clear();
			}
			this.failure = null;
		}

		private void warn(Collection<String> queues, Throwable cause) {
			String message = "Cannot " + this.activity + " " + text(queues) + ", trying again until it works"
					+ this.meanwhile + ". " + LogText.of(OutageReason.of(cause));
			Outages.this.log.execute(() -> logger.warn(message));
		}

		/** A part of a queue that failed has succeeded. */
		synchronized void onSuccess(String queue) {
			if (isLast(queue)) {
				if (this.alone.remove(queue)) {
					inform(List.of(queue));
				}
				informIfOver();
			}
		}

		/** A part of a queue that failed is not tried any more. */
		synchronized void onEnd(String queue) {
			if (isLast(queue)) {
				this.alone.remove(queue);
				this.affected.remove(queue);
				informIfOver();
			}
		}

		/** Whether this was the last part of the queue that failed. */
		private boolean isLast(String queue) {
			if (this.failing.merge(queue, -1, Integer::sum) > 0) {
				return false;
			}
			this.failing.remove(queue);
			this.news.remove(queue);
			this.failure = this.news.isEmpty() ? null : this.failure;
			return true;
		}

		private void informIfOver() {
			if (!this.affected.isEmpty() && this.alone.containsAll(this.failing.keySet())) {
				inform(this.affected);
				this.affected.clear();
			}
		}

		private void inform(Collection<String> queues) {
			String message = "Can " + this.activity + " " + text(queues) + " again";
			Outages.this.log.execute(() -> logger.info(message));
		}

		private static String text(Collection<String> queues) {
			String named = queues.stream()
				.limit(NAMED)
				.map((queue) -> "'" + queue + "'")
				.collect(Collectors.joining(", "));
			int others = queues.size() - NAMED;
			return ((queues.size() > 1) ? "queues " : "queue ") + named
					+ ((others > 0) ? " and " + others + " others" : "");
		}

	}

}
