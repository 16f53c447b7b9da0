package io.github.redisqueue.admin;

import org.springframework.core.task.SyncTaskExecutor;

/**
 * Lets a few requests at a time wait for Redis, and refuses others at once: the threads
 * of the web server, and those on which Spring WebFlux lets others block, are for the
 * application. {@link #execute} throws a {@link RefusedException} then. Thread-safe.
 */
public final class Admission extends SyncTaskExecutor {

	private static final long serialVersionUID = 1L;

	private static final int BRIEF = 6;

	private static final int LENGTHY = 3;

	private final String refusal;

	private Admission(int places, String refusal) {
		this.refusal = refusal;
		setConcurrencyLimit(places);
		setRejectTasksWhenLimitReached(true);
	}

	/** For requests that wait for Redis for some seconds at most. */
	public static Admission brief() {
		return new Admission(BRIEF, "Too many requests wait for Redis. Try again later");
	}

	/** For requests that change as much as they can in a longer time. */
	static Admission lengthy() {
		return new Admission(LENGTHY, "The application serves " + LENGTHY
				+ " requests that clean, check, repair, redrive or purge already. Try again when one has ended");
	}

	@Override
	protected void onAccessRejected(String msg) {
		throw new RefusedException(503, this.refusal);
	}

}
