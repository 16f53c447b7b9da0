package io.github.redisqueue.samples.benchmark.load;

/**
 * Passes jobs from the listener to the current {@link Work}. Thread-safe.
 */
final class Handling {

	private volatile Work work = new Work(0, Work.Plan.NOTHING);

	void expect(Work work) {
		this.work = work;
	}

	void handle(int number, long sent) throws InterruptedException {
		this.work.handle(number, sent);
	}

}
