package io.github.redisqueue.samples.benchmark.load;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the handling of a number of jobs. Thread-safe.
 */
public final class Work {

	private static final Duration TIMEOUT = Duration.ofSeconds(60);

	private final AtomicIntegerArray calls;

	private final Duration time;

	private final StartListener onStart;

	private final AtomicLong handled = new AtomicLong();

	private final LongAdder repeated = new LongAdder();

	private volatile Goal goal = new Goal(0, new CountDownLatch(1));

	public Work(int jobs, Duration time, StartListener onStart) {
		this.calls = new AtomicIntegerArray(jobs);
		this.time = time;
		this.onStart = onStart;
	}

	public Work(int jobs) {
		this(jobs, Duration.ZERO, (number, sent) -> {
		});
	}

	/**
	 * Called when a handler begins with a job, on many threads at the same time. The job
	 * was sent at a time in terms of {@link System#nanoTime()}.
	 */
	@FunctionalInterface
	public interface StartListener {

		void started(int number, long sent) throws InterruptedException;

	}

	void handle(int number, long sent) throws InterruptedException {
		this.onStart.started(number, sent);
		int earlier = this.calls.getAndIncrement(number);
		if (!this.time.isZero()) {
			TimeUnit.NANOSECONDS.sleep(this.time.toNanos());
		}
		if (earlier > 0) {
			this.repeated.increment();
		}
		else if (this.handled.incrementAndGet() == this.goal.jobs()) {
			this.goal.reached().countDown();
		}
	}

	/** Waits until all jobs are handled. Fails if none was for a minute. */
	public void await() {
		await(this.calls.length());
	}

	/** Waits until a number of jobs are handled. Fails if none was for a minute. */
	public void await(long jobs) {
		Goal next = new Goal(jobs, new CountDownLatch(1));
		this.goal = next;
		long before = -1;
		try {
			for (long now = handled(); now < jobs; now = handled()) {
				if (now == before) {
					throw new IllegalStateException("No job was handled for " + TIMEOUT.toSeconds() + " s, and "
							+ (jobs - now) + " of " + jobs + " jobs are not handled yet");
				}
				before = now;
				next.reached().await(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while jobs were handled", ex);
		}
	}

	/** The number of different jobs that were handled. */
	public long handled() {
		return this.handled.get();
	}

	public long repeated() {
		return this.repeated.sum();
	}

	private record Goal(long jobs, CountDownLatch reached) {
	}

}
