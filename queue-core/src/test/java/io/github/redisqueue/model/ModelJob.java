package io.github.redisqueue.model;

import io.github.redisqueue.Job;
import org.jspecify.annotations.Nullable;

/**
 * A job that is in the queue, from its addition to its end.
 */
final class ModelJob {

	/** The states of "Life of a job". Absent and dead jobs are not in the queue. */
	enum State {

		READY, DELAYED, LEASED

	}

	/** What is recorded of the handler under the last lease. */
	enum Start {

		NOT_RECORDED, BESIDE_OTHERS, ALONE

	}

	/** Where a ready job stands that took no place in the order of age. */
	static final long ANYWHERE = -1;

	/** Where a ready job stands that was released: ahead of those in the order. */
	static final long AHEAD = 0;

	final Job content;

	State state = State.READY;

	/** When a delayed job is due, by the clock of the model, in ms. */
	long due;

	/** The place of a ready job: jobs with smaller numbers are older. */
	long place = ANYWHERE;

	int failures;

	int crashes;

	Start start = Start.NOT_RECORDED;

	/**
	 * The last lease, which may still settle the job after it has run out, until the job
	 * is leased again.
	 */
	@Nullable ModelLease lease;

	ModelJob(Job content) {
		this.content = content;
	}

	String id() {
		return this.content.id();
	}

	void makeReady(long place) {
		this.state = State.READY;
		this.place = place;
	}

	boolean isReady(long now) {
		return this.state == State.READY || (this.state == State.DELAYED && this.due <= now);
	}

	boolean isDelayed(long now) {
		return this.state == State.DELAYED && this.due > now;
	}

	/** Whether a worker crashed with the job, and nobody has noticed yet. */
	boolean isAbandoned(long now) {
		return this.state == State.LEASED && this.lease != null && this.lease.end() <= now;
	}

}
