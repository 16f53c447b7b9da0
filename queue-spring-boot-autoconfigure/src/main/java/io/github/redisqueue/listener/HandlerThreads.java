package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * The threads on which a listener processes jobs. Each takes one job after the other from
 * the buffer until the buffer is closed. Thread-safe.
 */
final class HandlerThreads {

	private final Buffer buffer;

	private final JobProcessor processor;

	private final InFlightJobs inFlight;

	private final Prefetch prefetch;

	private final CountDownLatch started;

	private final CountDownLatch running;

	HandlerThreads(int concurrency, Buffer buffer, JobProcessor processor, InFlightJobs inFlight, Prefetch prefetch) {
		this.buffer = buffer;
		this.processor = processor;
		this.inFlight = inFlight;
		this.prefetch = prefetch;
		this.started = new CountDownLatch(concurrency);
		this.running = new CountDownLatch(concurrency);
	}

	void start(Executor executor) {
		for (long count = this.running.getCount(); count > 0; count--) {
			executor.execute(this::run);
		}
	}

	private void run() {
		this.started.countDown();
		try {
			for (InFlightJob job = this.buffer.take(); job != null; job = this.buffer.take()) {
				// An interrupt of the idle thread is not meant for the next job.
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

	/** How many of the threads the executor has not started. */
	long notStarted() {
		return this.started.getCount();
	}

	private void process(InFlightJob job) {
		try {
			this.processor.process(job);
		}
		catch (Throwable ex) {
			// Thrown not by the handler, but by the retry policy, an observer or the JVM.
			job.end();
			this.inFlight.abandon(job, ex);
		}
	}

	/**
	 * Waits until all threads have ended.
	 * @param timeout how long to wait
	 * @return whether they have ended
	 */
	boolean await(Duration timeout) throws InterruptedException {
		return this.running.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
	}

}
