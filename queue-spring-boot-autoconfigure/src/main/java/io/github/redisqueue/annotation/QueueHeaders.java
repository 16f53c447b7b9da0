package io.github.redisqueue.annotation;

/**
 * Names of the message headers that say what a job is, beside the headers that it was
 * sent with. For use with
 * {@link org.springframework.messaging.handler.annotation.Header @Header}.
 */
public final class QueueHeaders {

	/** What the names of all these headers begin with. */
	public static final String PREFIX = "queue_";

	/** The id of the job, a {@code String}. */
	public static final String ID = PREFIX + "id";

	/** The name of the queue, a {@code String}. */
	public static final String NAME = PREFIX + "name";

	/** Which delivery of the job this is, an {@code Integer}, 1 for the first. */
	public static final String ATTEMPT = PREFIX + "attempt";

	/** How often a handler failed on the job before, an {@code Integer}. */
	public static final String FAILURES = PREFIX + "failures";

	/** How often a worker vanished with the job before, an {@code Integer}. */
	public static final String CRASHES = PREFIX + "crashes";

	/** The fencing token, a {@code Long}. */
	public static final String TOKEN = PREFIX + "token";

	/** The lease, a {@link io.github.redisqueue.Lease}. */
	public static final String LEASE = PREFIX + "lease";

	private QueueHeaders() {
	}

}
