package io.github.redisqueue.admin;

import java.util.concurrent.Semaphore;

/**
 * Lets a few requests at a time wait for Redis, and refuses others at once: the threads
 * of the web server, and those on which Spring WebFlux lets others block, are for the
 * application. Thread-safe.
 */
public final class Admission {

	private static final int BRIEF = 6;

	private static final int LENGTHY = 3;

	private final Semaphore places;

	private final String refusal;

	private Admission(int places, String refusal) {
		this.places = new Semaphore(places);
		this.refusal = refusal;
	}

	/**
	 * For requests that wait for Redis for some seconds at most.
	 * @return a new instance
	 */
	public static Admission brief() {
		return new Admission(BRIEF, "Too many requests wait for Redis. Try again later");
	}

	/** For requests that change as much as they can in a longer time. */
	static Admission lengthy() {
		return new Admission(LENGTHY, "The application serves " + LENGTHY
				+ " requests that clean, check, repair, redrive or purge already. Try again when one has ended");
	}

	/**
	 * Takes a place, which is to be given back with {@link #leave()}.
	 * @throws RefusedException if there is none
	 */
	public void enter() {
		if (!this.places.tryAcquire()) {
			throw RefusedException.failed(this.refusal);
		}
	}

	/**
	 * Gives back a place.
	 */
	public void leave() {
		this.places.release();
	}

}
