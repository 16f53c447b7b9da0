package io.github.redisqueue.admin;

import java.util.Map;
import java.util.function.Supplier;

import io.github.redisqueue.LogText;
import io.github.redisqueue.QueueLayoutException;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.background.OutageReason;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

/**
 * Tells in the log and with an audit event who has changed what. Thread-safe.
 *
 * @param tool with what something is changed, as the log names it
 * @param trail gets the events
 */
public record Audit(String tool, Trail trail) {

	private static final Log logger = LogFactory.getLog(Audit.class);

	Change change(Caller caller, Write write, WorkQueue queue) {
		return new Change(caller, write, queue);
	}

	/**
	 * A change that somebody makes. It gets {@linkplain #with data}, is {@linkplain #make
	 * made}, which may add to the data, and is {@linkplain #done told} to the log and the
	 * trail. Not thread-safe.
	 */
	final class Change {

		private final String principal;

		private final Write write;

		private final String queue;

		/** What the audit event and the response tell. */
		private final Entries data = new Entries();

		private Change(Caller caller, Write write, WorkQueue queue) {
			this.principal = caller.name();
			this.write = write;
			this.queue = queue.name();
		}

		Change with(String name, @Nullable Object value) {
			this.data.with(name, value);
			return this;
		}

		/**
		 * Makes the change, by calls of the queue.
		 * @throws RefusedException if Redis or the queue has failed; other exceptions of
		 * the action are thrown as they are
		 */
		<T> T make(Supplier<T> action) {
			try {
				return action.get();
			}
			catch (QueueCalls.QueueCallException ex) {
				RefusedException.require(ex.begun, 503, "Nothing was changed: " + ex.reason());
				throw uncertain(ex.reason());
			}
			catch (DataAccessException | QueueLayoutException ex) {
				throw uncertain(OutageReason.of(ex));
			}
		}

		private RefusedException uncertain(String reason) {
			logger.warn(describe() + ", with an unknown outcome: " + LogText.shortened(reason));
			publish(new Entries(this.data).with("outcome", "unknown").with("error", reason));
			return new RefusedException(503, "It is unknown what was changed " + this.data + ": " + reason);
		}

		/** The change was made. Returns the response. */
		Map<String, Object> done() {
			logger.info(describe());
			publish(this.data);
			return withQueue(this.data);
		}

		private String describe() {
			return "'" + LogText.shortened(this.principal) + "' used the " + Audit.this.tool + " to " + this.write.text
					+ " '" + this.queue + "'"
					+ (this.data.isEmpty() ? "" : " " + LogText.shortened(this.data.toString()));
		}

		/** Whatever those do who hear of it, the change was made. */
		private void publish(Map<String, Object> told) {
			try {
				Audit.this.trail.add(this.principal, this.write.name(), withQueue(told));
			}
			catch (RuntimeException ex) {
				logger.error("A listener of audit events failed on " + this.write + " of queue '" + this.queue + "'",
						ex);
			}
		}

		private Map<String, Object> withQueue(Map<String, Object> told) {
			Map<String, Object> all = new Entries().with("queue", this.queue);
			all.putAll(told);
			return all;
		}

	}

	/** What an operator can change. The names are those of the audit events. */
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

		/** What is done, as it stands before the name of the queue. */
		private final String text;

		Write(String text) {
			this.text = text;
		}

	}

	/** Where audit events go. */
	@FunctionalInterface
	public interface Trail {

		/**
		 * Adds an event. What it throws is logged: the change was made.
		 * @param type the type of the event, the name of a {@link Write}
		 * @param data what was changed, beginning with the queue
		 */
		void add(String principal, String type, Map<String, Object> data);

	}

}
