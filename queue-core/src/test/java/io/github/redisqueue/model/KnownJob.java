package io.github.redisqueue.model;

import java.util.HashSet;
import java.util.Set;

/**
 * What is certain of the jobs with one id, though scripts were cut short.
 */
final class KnownJob {

	/**
	 * What somebody tried to add. A replacement that was cut short may leave the headers
	 * of what it was to replace.
	 */
	final Set<String> payloads = new HashSet<>();

	/** Whether it has to be there, in the queue or as a dead letter. */
	boolean isKept;

	/** Whether it may be in the queue. */
	boolean mayLive;

	/**
	 * Whether a replacement was cut short, so that the old job may come before the new
	 * one.
	 */
	boolean mayBeTwo;

	/** Whether there may be a dead letter. */
	boolean mayBeDead;

	/** Whether it may be ready at a time that no trial comes to. */
	boolean mayBeFar;

	/** Until when nobody else may lease it, by the clock of the trial, in ms. */
	long heldUntil;

	/** Nobody holds it. */
	void free() {
		this.heldUntil = 0;
	}

	/** It has left the queue. */
	void end() {
		free();
		this.isKept = false;
		this.mayLive = this.mayBeTwo;
		this.mayBeTwo = false;
	}

	/**
	 * It has become a dead letter, unless a call that was to end it had got so far that
	 * nothing was left to bury.
	 */
	void bury() {
		boolean wasKept = this.isKept;
		end();
		this.isKept = wasKept;
		this.mayBeDead = true;
	}

}
