package io.github.redisqueue.background;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Logs the outages of an application: for each activity that fails one warning, which
 * names all queues that are affected, and one message when it succeeds again. The warning
 * comes one second after the first failure, because an outage mostly affects many queues.
 * An outage that is shorter is not logged. A failure that concerns one queue only, such
 * as a missing permission, is logged at once. Thread-safe.
 */
public final class Outages {

	private final ScheduledExecutorService timer;

	private final Executor log;

	private final Map<String, Outage> activities = new ConcurrentHashMap<>();

	/**
	 * Creates a log of outages.
	 * @param timer runs short tasks later
	 * @param log writes the log messages, because an appender of the application may
	 * block
	 */
	public Outages(ScheduledExecutorService timer, Executor log) {
		this.timer = timer;
		this.log = log;
	}

	/**
	 * A back-off for an activity on a queue.
	 * @param activity the activity that an outage prevents, as it stands between "cannot"
	 * and "queue" in log messages, such as "lease jobs from"
	 * @param queue the name of the queue
	 * @return a back-off without an outage
	 */
	public OutageBackoff backoff(String activity, String queue) {
		return backoff(activity, queue, "");
	}

	/**
	 * A back-off for an activity on a queue.
	 * @param activity the activity that an outage prevents, as it stands between "cannot"
	 * and "queue" in log messages, such as "lease jobs from"
	 * @param queue the name of the queue
	 * @param meanwhile the consequence of the outage, as it follows the word "meanwhile"
	 * in log messages
	 * @return a back-off without an outage
	 */
	public OutageBackoff backoff(String activity, String queue, String meanwhile) {
		Outage outage = this.activities.computeIfAbsent(activity,
				(name) -> new Outage(name, meanwhile, this.timer, this.log));
		return new OutageBackoff(outage, queue);
	}

}
