package io.github.redisqueue.samples.benchmark.load;

import java.time.Instant;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A queue with a sender and a listener. One thread calls it, or several that only send.
 * It passes each job to the {@link Handling} that it was opened with, with the number and
 * the time that the payload contains.
 */
public interface Contender extends AutoCloseable {

	/**
	 * Sends a job, and returns when Redis has it. The payload contains the number and the
	 * time of this call, in terms of {@link System#nanoTime()}.
	 */
	void send(int number);

	/** The same with a job that is ready at a time by the clock of Redis. */
	default void sendLater(int number, Instant readyAt) {
		throw new UnsupportedOperationException("Only applications of this project delay jobs");
	}

	/**
	 * Sends jobs with the fewest round trips that the queue offers, and returns when
	 * Redis has them.
	 */
	void sendAll(int first, int jobs);

	void listen();

	/**
	 * Returns when Redis knows that all jobs are done, which their handlers have
	 * finished.
	 */
	default void awaitSettled() {
	}

	/** Stops the listener, which can be started again. */
	void rest() throws InterruptedException;

	/**
	 * How long jobs have waited in the listener since the last call, in ns, if it is
	 * known.
	 */
	default @Nullable Histogram waits() {
		return null;
	}

	@Override
	void close();

}
