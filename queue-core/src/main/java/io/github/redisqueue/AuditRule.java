package io.github.redisqueue;

/**
 * A rule that the data of a queue keeps while nobody else writes to its keys. Each type
 * of queue has the rules that its keys can break.
 *
 * @see WorkQueue#audit()
 */
public enum AuditRule {

	/** Each key holds a value of the type that its name implies. */
	WRONG_TYPE,

	/** All keys with the prefix of the queue are keys of a queue of its type. */
	UNKNOWN_KEY,

	/** The record of the limits, of a group or of a schedule can be read. */
	UNREADABLE_RECORD,

	/** Each id that is ready, delayed or leased has a payload. */
	ID_WITHOUT_PAYLOAD,

	/** Each payload belongs to a job that is ready, delayed, waiting or leased. */
	PAYLOAD_WITHOUT_PLACE,

	/** A job, or a dead letter, is in one place only. */
	TWO_PLACES,

	/** The lease of a job names its holder. */
	LEASE_WITHOUT_HOLDER,

	/** A lease ends within a year. */
	LEASE_TOO_LONG,

	/** A delayed job becomes ready within a year. */
	DELAYED_TOO_LONG,

	/** Each record that is kept by id belongs to a job. */
	RECORD_WITHOUT_JOB,

	/** Each job that is kept as ended has a history. */
	ENDED_WITHOUT_HISTORY,

	/** Each id in the list of dead letters has a record. */
	DEAD_LETTER_WITHOUT_RECORD,

	/** Each record of a dead letter has its id in the list. */
	DEAD_LETTER_UNLISTED,

	/** Each record of a job of a group belongs to a job. */
	GROUP_RECORD_WITHOUT_JOB,

	/** Each place in a group belongs to a job, or is kept for a while. */
	GROUP_PLACE_WITHOUT_JOB,

	/** Each job of a group that does not wait has a place in it. */
	GROUP_JOB_WITHOUT_PLACE,

	/** At most max-concurrent jobs of a group are open. */
	GROUP_OVER_LIMIT,

	/** A group in which jobs wait has an open one, and a head. */
	GROUP_STUCK,

	/** Only groups in which jobs wait have a head. */
	GROUP_HEAD_WITHOUT_LINE,

	/** Each position in a line has a payload, and a record that names it. */
	WAITING_WITHOUT_PAYLOAD,

	/** Each delayed job of a group has a record that names its group. */
	WAITING_WITHOUT_GROUP,

	/** Each payload of a job that waits has a position in the line. */
	WAITING_WITHOUT_PLACE,

	/** Each payload of a job that waits has a record of its group. */
	WAITING_WITHOUT_RECORD,

	/** Each schedule has a plan that planning finds. */
	SCHEDULE_WITHOUT_PLAN,

	/** Only schedules have firings. */
	PLAN_WITHOUT_SCHEDULE,

	/** Each record of a job in a stream names an entry of the stream. */
	RECORD_WITHOUT_ENTRY,

	/**
	 * Each entry of a stream that was delivered to a worker, or is marked, has a record.
	 */
	ENTRY_WITHOUT_RECORD,

	/** Each entry of a stream has a payload. */
	ENTRY_WITHOUT_DATA,

	/** The entry of each job in a stream is delivered, or will be. */
	ENTRY_STRANDED,

	/** Each pending entry of a stream exists. */
	PENDING_WITHOUT_ENTRY,

	/** Each run among the workers of a list queue has a private list. */
	RUN_WITHOUT_LIST,

	/** Each private list of a list queue belongs to a run among its workers. */
	LIST_WITHOUT_RUN

}
