package io.github.redisqueue.samples.reliability.history;

/**
 * What an event of a history is about.
 */
public enum Operation {

	/** The settings of a cell, from which on its events count. */
	CELL,

	/** A sender added a job. */
	ADD,

	/** An operator cancelled a job. */
	CANCEL,

	/** An operator put a dead letter back. */
	REDRIVE,

	/** An instance declared a schedule. */
	DECLARE,

	/** What had become of the firings of a schedule when it was paused at the end. */
	FIRED,

	/** A worker got a lease, without a listener. */
	LEASE,

	/** A handler began. */
	BEGIN,

	/** A handler ended. */
	END,

	/** A worker extended a lease, without a listener. */
	EXTEND,

	/** A worker completed a job, without a listener. */
	COMPLETE,

	/** A worker reported a failure, without a listener. */
	RETRY,

	/** A worker released a job, without a listener. */
	RELEASE,

	/** A worker buried a job, without a listener. */
	BURY,

	/** A dead letter was seen. */
	DEAD,

	/** Something was broken, from the start to the end of the event. */
	FAULT,

	/** A process did not run for a while, because of the machine. */
	STALL,

	/** The counts of a queue. */
	COUNTS,

	/** What was left when a queue should have been drained. */
	DRAINED,

	/** Leases without a holder, and holders without a lease, after a cleaning. */
	HOLDERS

}
