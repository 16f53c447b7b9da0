package io.github.redisqueue;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A job that was buried, with the cause and the history of its failures. Immutable.
 *
 * @param job the job as it was added
 * @param cause the cause of the burial
 * @param buriedAt the time of the burial by the clock of the Redis server
 * @param worker the worker that held the job last, or null if it is not known
 * @param history the failures before the burial
 */
public record DeadLetter(Job job, Cause cause, Instant buriedAt, @Nullable String worker, History history) {

	/**
	 * {@return the id of the job}
	 */
	public String id() {
		return this.job.id();
	}

	/**
	 * {@return what happened to the job until it was buried, the oldest first} These are
	 * all events that the queue noted if it keeps a {@linkplain QueueSettings#history()
	 * history}; otherwise the newest 5 failures and burials.
	 */
	public List<JobEvent> events() {
		return this.history.events();
	}

	/**
	 * The failures of a job.
	 *
	 * @param failures how often a handler failed
	 * @param crashes how often a worker crashed while it held the job
	 * @param firstFailure the time of the first failure, or null if no handler failed
	 * @param lastFailure the time of the last failure, or null if no handler failed
	 * @param events what happened to the job, the oldest first
	 */
	public record History(int failures, int crashes, @Nullable Instant firstFailure, @Nullable Instant lastFailure,
			List<JobEvent> events) {

		/**
		 * A history. Copies the events.
		 */
		public History {
			events = List.copyOf(events);
		}

	}

}
