package io.github.redisqueue.admin;

import java.time.Duration;

/**
 * How far a request looks at dead letters: up to a number of them, and for some time, but
 * at least one page. Not thread-safe.
 */
final class SearchLimit {

	/** How many dead letters are read at a time, at most. */
	static final int PAGE = 500;

	private final long begin = System.nanoTime();

	private final long most;

	private final Duration time;

	private long looked;

	SearchLimit(long most, Duration time) {
		this.most = most;
		this.time = time;
	}

	/** Counts one that was looked at, and tells whether to go on. */
	boolean goesOn() {
		this.looked++;
		return !isReached();
	}

	/**
	 * Whether enough were looked at, of which there is always one, or for long enough.
	 */
	boolean isReached() {
		return this.looked >= this.most || (this.looked > 0 && System.nanoTime() - this.begin >= this.time.toNanos());
	}

	/** How many were looked at. */
	long looked() {
		return this.looked;
	}

}
