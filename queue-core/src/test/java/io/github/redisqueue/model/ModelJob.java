package io.github.redisqueue.model;

import io.github.redisqueue.Job;
import org.jspecify.annotations.Nullable;

/**
 * A job that is in the queue, from its addition to its end.
 */
final class ModelJob {

	/** The states of "Life of a job". Absent and dead jobs are not in the queue. */
	enum State {

		READY, DELAYED, WAITING, LEASED

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

	/** Whether it has one of the places of its group. */
	boolean isOpen;

	/**
	 * Where it stands in the line of its group: jobs with smaller numbers joined before.
	 */
	long position;

	/** Counts the operations: which of them gave the job its due time. */
	long delayedBy;

	/** Counts the jobs: those with smaller numbers were added before. */
	long number;

	/** Whether nothing has changed the order that its line gave it. */
	boolean isInOrder = true;

	ModelJob(Job content) {
		this.content = content;
	}

	@Nullable String group() {
		return this.content.group();
	}

	/** Whether it is delayed before it joins its group. */
	boolean isToJoin() {
		return this.state == State.DELAYED && group() != null && !this.isOpen;
	}

	String id() {
		return this.content.id();
	}

	void makeReady(long place) {
		this.state = State.READY;
		this.place = place;
	}

	void delay(long due, long operation) {
		this.state = State.DELAYED;
		this.due = due;
		this.delayedBy = operation;
	}

	/**
	 * The first crash counts for all jobs, later ones for those that had started. Returns
	 * whether the job is over its limit.
	 */
	boolean countCrash(Rules rules) {
		boolean alone = this.start == Start.ALONE;
		if (this.crashes == 0 || this.start != Start.NOT_RECORDED) {
			this.crashes++;
		}
		this.start = Start.NOT_RECORDED;
		return this.crashes > rules.maxCrashes() + Rules.BESIDE_OTHERS || (alone && this.crashes > rules.maxCrashes());
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
