package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * The loops in which jobs are handled, one after the other, until the buffer is closed.
 * Thread-safe.
 */
final class HandlerThreads {

	private final Buffer buffer;

	private final JobProcessor processor;

	private final InFlightJobs inFlight;

	private final Prefetch prefetch;

	private final CountDownLatch begun;

	private final CountDownLatch running;

	HandlerThreads(int concurrency, Buffer buffer, JobProcessor processor, InFlightJobs inFlight, Prefetch prefetch) {
		this.buffer = buffer;
		this.processor = processor;
		this.inFlight = inFlight;
		this.prefetch = prefetch;
		this.begun = new CountDownLatch(concurrency);
		this.running = new CountDownLatch(concurrency);
	}

	void start(Executor executor) {
		for (long loop = this.running.getCount(); loop > 0; loop--) {
			executor.execute(this::run);
		}
	}

	private void run() {
		this.begun.countDown();
		try {
			for (InFlightJob job = this.buffer.take(); job != null; job = this.buffer.take()) {
				// Whoever interrupted an idle loop did not mean the job that comes next.
				Thread.interrupted();
				long begin = System.nanoTime();
				process(job);
				this.prefetch.handled(System.nanoTime() - begin);
			}
		}
		finally {
			this.running.countDown();
		}
	}

	/** How many the executor has not begun to run. */
	long missing() {
		return this.begun.getCount();
	}

	private void process(InFlightJob job) {
		try {
			this.processor.process(job);
		}
		catch (Throwable ex) {
			// Not the handler's: it is of the retry policy, of an observer or of the JVM.
			job.end();
			this.inFlight.abandon(job, ex);
		}
	}

	/**
	 * Waits until all loops have ended.
	 * @param patience how long at most
	 * @return whether they have
	 */
	boolean await(Duration patience) throws InterruptedException {
		return this.running.await(patience.toNanos(), TimeUnit.NANOSECONDS);
	}

}
