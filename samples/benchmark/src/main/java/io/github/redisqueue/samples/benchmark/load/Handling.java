package io.github.redisqueue.samples.benchmark.load;

/**
 * Passes jobs from the listener to the current {@link Work}. Thread-safe.
 */
public final class Handling {

	private volatile Work work = new Work(0);

	public void expect(Work work) {
		this.work = work;
	}

	public void handle(int number, long sent) throws InterruptedException {
		this.work.handle(number, sent);
	}

}
