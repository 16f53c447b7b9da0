package io.github.redisqueue.annotation;

/**
 * Names of the message headers that describe a job and its lease, in addition to the
 * headers that the job was sent with. For use with
 * {@link org.springframework.messaging.handler.annotation.Header @Header}.
 */
public final class QueueHeaders {

	/**
	 * The prefix of all these names. Those of the job that begin like that are left out.
	 */
	public static final String PREFIX = "queue_";

	/** The id of the job, a {@code String}. */
	public static final String ID = PREFIX + "id";

	/** The name of the queue, a {@code String}. */
	public static final String NAME = PREFIX + "name";

	/** The group of the job, a {@code String}, absent if it belongs to none. */
	public static final String GROUP = PREFIX + "group";

	/** The id of the schedule that has made the job, a {@code String}, or absent. */
	public static final String SCHEDULE = PREFIX + "schedule";

	/**
	 * The time for which the schedule had planned the job, a {@link java.time.Instant},
	 * absent if no schedule has made it.
	 */
	public static final String FIRING = PREFIX + "firing";

	/** The number of this delivery of the job, an {@code Integer}, 1 for the first. */
	public static final String ATTEMPT = PREFIX + "attempt";

	/** The number of earlier failures of the job, an {@code Integer}. */
	public static final String FAILURES = PREFIX + "failures";

	/** How often a worker crashed while it held the job, an {@code Integer}. */
	public static final String CRASHES = PREFIX + "crashes";

	/** The fencing token, a {@code Long}. */
	public static final String TOKEN = PREFIX + "token";

	/** The lease, a {@link io.github.redisqueue.Lease}. */
	public static final String LEASE = PREFIX + "lease";

	/**
	 * What settles the job, an {@link io.github.redisqueue.listener.Acknowledgement},
	 * absent unless the ack mode is {@code manual}.
	 */
	public static final String ACKNOWLEDGEMENT = PREFIX + "acknowledgement";

	/**
	 * What was buried and why, a {@link io.github.redisqueue.listener.JobBuriedEvent}.
	 * Only for methods with {@link DeadLetterHandler}, which get no header but this,
	 * {@link #ID}, {@link #NAME}, {@link #GROUP}, {@link #SCHEDULE}, {@link #FIRING} and
	 * those of the job.
	 */
	public static final String BURIED = PREFIX + "buried";

	private QueueHeaders() {
	}

}
