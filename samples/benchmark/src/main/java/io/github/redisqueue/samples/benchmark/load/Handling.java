package io.github.redisqueue.samples.benchmark.load;

/**
 * Passes jobs from the listener to the current {@link Work}. Thread-safe.
 */
public final class Handling {

	private volatile Work work = new Work(0);

	/** Sets the work that handles jobs from now on. */
	public void expect(Work work) {
		this.work = work;
	}

	/**
	 * Lets the current work handle a job, on the thread of the handler.
	 * @param sent the time at which it was sent, in terms of {@link System#nanoTime()}
	 */
	public void handle(int number, long sent) throws InterruptedException {
		this.work.handle(number, sent);
	}

}
