package io.github.redisqueue;

/**
 * The states of a job, as {@link QueueCounts} counts them.
 */
public enum JobState {

	/** The job can be leased now, unless there is an {@link Obstacle}. */
	READY,

	/** The ready time of the job has not come. */
	DELAYED,

	/** The job waits until others of its {@linkplain Groups group} have ended. */
	WAITING,

	/**
	 * A worker holds the job. That may be a worker that crashed and whose job was not
	 * reclaimed yet.
	 */
	LEASED,

	/** The job was buried: it is a {@link DeadLetter}. */
	DEAD

}
