package io.github.redisqueue.samples.reliability.stage;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * A place between two requests of a deep cleaning, at which the first cleaner that gets
 * there stops. Thread-safe.
 */
public final class Boundary {

	private final String shard;

	private final int requests;

	private final boolean replied;

	private final CountDownLatch reached = new CountDownLatch(1);

	private volatile @Nullable String cleaner;

	/**
	 * Describes a place.
	 * @param shard the prefix of the keys of the queue or shard that is cleaned
	 * @param requests how many requests of the cleaning the server has executed
	 * @param replied whether the cleaner has got the reply to the last of them
	 */
	public Boundary(String shard, int requests, boolean replied) {
		this.shard = shard;
		this.requests = requests;
		this.replied = replied;
	}

	String shard() {
		return this.shard;
	}

	/** Whether a request may not reach the server any more. */
	boolean stopsBefore(int request) {
		return this.replied && request == this.requests + 1;
	}

	/** Whether the reply to a request may not reach the cleaner any more. */
	boolean stopsAfter(int request) {
		return !this.replied && request == this.requests;
	}

	/** Whether a cleaner is the first, so that it is the one to stop. */
	synchronized boolean claim(String name) {
		if (this.cleaner == null) {
			this.cleaner = name;
			return true;
		}
		return false;
	}

	/** Says that the cleaner has stopped. */
	void reach() {
		this.reached.countDown();
	}

	/**
	 * Waits until a cleaner has stopped.
	 * @param seconds how long at most
	 * @return the name of the cleaner, null if none has come there
	 * @throws InterruptedException if the thread is interrupted
	 */
	public @Nullable String await(long seconds) throws InterruptedException {
		return this.reached.await(seconds, TimeUnit.SECONDS) ? this.cleaner : null;
	}

	@Override
	public String toString() {
		return this.shard + " after " + this.requests + (this.replied ? " with" : " without") + " the reply";
	}

}
