package io.github.redisqueue.admin;

import java.util.LinkedHashMap;
import java.util.Map;

import io.github.redisqueue.LogText;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Tells in the log and with an audit event who has changed what. Thread-safe.
 */
public final class Audit {

	private static final Log logger = LogFactory.getLog(Audit.class);

	private final String tool;

	private final Trail trail;

	/**
	 * Creates an instance.
	 * @param tool with what something is changed, as the log names it
	 * @param trail gets the events
	 */
	public Audit(String tool, Trail trail) {
		this.tool = tool;
		this.trail = trail;
	}

	/** Something was changed. */
	void done(String principal, Write write, String queue, Map<String, Object> data) {
		logger.info(describe(principal, write, queue, data));
		publish(principal, write, queue, data);
	}

	/** Redis has failed, so it is unknown what was changed. */
	void uncertain(String principal, Write write, String queue, Map<String, Object> data, String reason) {
		logger
			.warn(describe(principal, write, queue, data) + ", with an unknown outcome: " + LogText.shortened(reason));
		Map<String, Object> all = new LinkedHashMap<>(data);
		all.put("outcome", "unknown");
		all.put("error", reason);
		publish(principal, write, queue, all);
	}

	private String describe(String principal, Write write, String queue, Map<String, Object> data) {
		return "'" + LogText.shortened(principal) + "' used the " + this.tool + " to " + write.text() + " '" + queue
				+ "'" + (data.isEmpty() ? "" : " " + LogText.shortened(data.toString()));
	}

	/** The change was made, whatever those do who hear of it. */
	private void publish(String principal, Write write, String queue, Map<String, Object> data) {
		Map<String, Object> all = new LinkedHashMap<>();
		all.put("queue", queue);
		all.putAll(data);
		try {
			this.trail.add(principal, write.name(), all);
		}
		catch (RuntimeException ex) {
			logger.error("A listener of audit events failed on " + write + " of queue '" + queue + "'", ex);
		}
	}

	/**
	 * What an operator can change. The names are those of the audit events.
	 */
	enum Write {

		QUEUE_PAUSED("pause queue"),

		QUEUE_RESUMED("resume queue"),

		QUEUE_CLEANED("clean queue"),

		QUEUE_AUDITED("audit queue"),

		QUEUE_REPAIRED("repair queue"),

		QUEUE_DEAD_LETTERS_REDRIVEN("redrive dead letters of queue"),

		QUEUE_DEAD_LETTERS_PURGED("purge dead letters of queue"),

		QUEUE_JOB_CANCELLED("cancel a job of queue"),

		QUEUE_JOB_RESCHEDULED("reschedule a job of queue");

		private final String text;

		Write(String text) {
			this.text = text;
		}

		/** What is done, as it stands before the name of the queue. */
		String text() {
			return this.text;
		}

	}

	/**
	 * Where audit events go.
	 */
	@FunctionalInterface
	public interface Trail {

		/**
		 * Adds an event.
		 * @param principal who has changed something
		 * @param type the type of the event
		 * @param data what was changed
		 */
		void add(String principal, String type, Map<String, Object> data);

	}

}
