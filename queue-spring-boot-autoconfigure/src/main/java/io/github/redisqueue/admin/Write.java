package io.github.redisqueue.admin;

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
