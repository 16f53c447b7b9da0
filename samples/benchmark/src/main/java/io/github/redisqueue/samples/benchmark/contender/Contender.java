package io.github.redisqueue.samples.benchmark.contender;

import io.github.redisqueue.samples.benchmark.load.Work;

/**
 * A queue with a sender and a listener. One thread calls it. It passes each job to the
 * current work, with the number and the time that the payload contains.
 */
public interface Contender extends AutoCloseable {

	/**
	 * Sets the work that counts the jobs from now on.
	 * @param work the work
	 */
	void expect(Work work);

	/**
	 * Sends a job, and returns when Redis has it. The payload contains the number and the
	 * time of this call, in terms of {@link System#nanoTime()}.
	 * @param number the number of the job
	 * @throws Exception if that fails
	 */
	void send(int number) throws Exception;

	/**
	 * Sends jobs with the fewest round trips that the queue offers, and returns when
	 * Redis has them.
	 * @param first the number of the first job
	 * @param jobs the number of jobs
	 * @throws Exception if that fails
	 */
	void sendAll(int first, int jobs) throws Exception;

	/**
	 * Starts the listener.
	 * @throws Exception if that fails
	 */
	void listen() throws Exception;

	/**
	 * Returns when Redis knows that all jobs are done, which their handlers have
	 * finished.
	 * @throws Exception if that fails
	 */
	default void awaitSettled() throws Exception {
	}

	/**
	 * Stops the listener, which can be started again.
	 * @throws Exception if that fails
	 */
	void rest() throws Exception;

	@Override
	void close();

}
