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

	private final Plan plan;

	private final AtomicLong handled = new AtomicLong();

	private final LongAdder repeated = new LongAdder();

	private final LongAdder failed = new LongAdder();

	private volatile Goal goal = new Goal(0);

	/**
	 * Creates the work for jobs with the numbers from 0 on.
	 * @param jobs the number of jobs
	 * @param plan how to handle them
	 */
	public Work(int jobs, Plan plan) {
		this.calls = new AtomicIntegerArray(jobs);
		this.plan = plan;
	}

	/**
	 * How a job is handled.
	 *
	 * @param time how long the handler sleeps
	 * @param failureRate the share of the jobs whose first attempt fails
	 * @param onStart called when a handler begins
	 */
	public record Plan(Duration time, double failureRate, StartListener onStart) {

		/** Handles each job without sleeping or failing. */
		public static final Plan NOTHING = new Plan(Duration.ZERO, 0, (number, sent) -> {
		});

	}

	/**
	 * Called when a handler begins with a job, on many threads at the same time.
	 */
	@FunctionalInterface
	public interface StartListener {

		/**
		 * Called when a handler begins with a job.
		 * @param number the number of the job
		 * @param sent the time at which it was sent, in terms of
		 * {@link System#nanoTime()}
		 */
		void started(int number, long sent);

	}

	void handle(int number, long sent) throws InterruptedException {
		this.plan.onStart().started(number, sent);
		int earlier = this.calls.getAndIncrement(number);
		if (!this.plan.time().isZero()) {
			TimeUnit.NANOSECONDS.sleep(this.plan.time().toNanos());
		}
		boolean fails = mustFail(number);
		if (fails && earlier == 0) {
			this.failed.increment();
			throw new IllegalStateException("This attempt fails because of --failure-rate");
		}
		if (earlier > (fails ? 1 : 0)) {
			this.repeated.increment();
		}
		else if (this.handled.incrementAndGet() == this.goal.jobs) {
			this.goal.reached.countDown();
		}
	}

	/** Spreads the failures evenly over the numbers. */
	private boolean mustFail(int number) {
		double rate = this.plan.failureRate();
		return Math.floor((number + 1) * rate) > Math.floor(number * rate);
	}

	/**
	 * Waits until all jobs are handled.
	 * @throws IllegalStateException if no job was handled for a minute
	 */
	public void await() {
		await(this.calls.length());
	}

	/**
	 * Waits until a number of jobs are handled.
	 * @param jobs the number of jobs
	 * @throws IllegalStateException if no job was handled for a minute
	 */
	public void await(long jobs) {
		Goal next = new Goal(jobs);
		this.goal = next;
		long before = -1;
		try {
			for (long now = handled(); now < jobs; now = handled()) {
				if (now == before) {
					throw new IllegalStateException("No job was handled for " + TIMEOUT.toSeconds() + " s, and "
							+ (jobs - now) + " of " + jobs + " jobs are not handled yet");
				}
				before = now;
				next.reached.await(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while jobs were handled", ex);
		}
	}

	/**
	 * The number of different jobs that were handled successfully.
	 * @return the number of jobs
	 */
	public long handled() {
		return this.handled.get();
	}

	/**
	 * The number of repeated calls for jobs that had been handled already.
	 * @return the number of calls
	 */
	public long repeated() {
		return this.repeated.sum();
	}

	/**
	 * The number of attempts that failed because of the failure rate.
	 * @return the number of attempts
	 */
	public long failed() {
		return this.failed.sum();
	}

	private static final class Goal {

		private final long jobs;

		private final CountDownLatch reached = new CountDownLatch(1);

		private Goal(long jobs) {
			this.jobs = jobs;
		}

	}

}
