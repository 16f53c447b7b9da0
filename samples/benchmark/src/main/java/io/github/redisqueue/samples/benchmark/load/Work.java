package io.github.redisqueue.samples.benchmark.load;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Some jobs that are to be handled, and what becomes of them. Thread-safe.
 */
public final class Work {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final AtomicIntegerArray calls;

	private final Plan plan;

	private final AtomicLong handled = new AtomicLong();

	private final LongAdder repeated = new LongAdder();

	private final LongAdder failed = new LongAdder();

	private volatile Goal goal = new Goal(0);

	/**
	 * Jobs with the numbers 0 to n - 1.
	 * @param jobs how many
	 * @param plan how to handle them
	 */
	public Work(int jobs, Plan plan) {
		this.calls = new AtomicIntegerArray(jobs);
		this.plan = plan;
	}

	/**
	 * How a job is handled.
	 *
	 * @param time how long it takes
	 * @param failureRate the share of the jobs whose first attempt fails
	 * @param onStart told when a handler begins
	 */
	public record Plan(Duration time, double failureRate, StartListener onStart) {

		/** Does nothing at all. */
		public static final Plan NOTHING = new Plan(Duration.ZERO, 0, (number, sent) -> {
		});

	}

	/**
	 * Told when a handler begins with a job. Called on many threads.
	 */
	@FunctionalInterface
	public interface StartListener {

		/**
		 * A handler begins with a job.
		 * @param number the number of the job
		 * @param sent when it was sent, in terms of {@link System#nanoTime()}
		 */
		void started(int number, long sent);

	}

	void handle(int number, long sent) throws InterruptedException {
		this.plan.onStart().started(number, sent);
		int earlier = this.calls.getAndIncrement(number);
		if (!this.plan.time().isZero()) {
			TimeUnit.NANOSECONDS.sleep(this.plan.time().toNanos());
		}
		boolean fails = isToFail(number);
		if (fails && earlier == 0) {
			this.failed.increment();
			throw new IllegalStateException("This attempt fails, as was asked for");
		}
		if (earlier > (fails ? 1 : 0)) {
			this.repeated.increment();
		}
		else if (this.handled.incrementAndGet() == this.goal.jobs) {
			this.goal.reached.countDown();
		}
	}

	/** Evenly spread over the numbers. */
	private boolean isToFail(int number) {
		double rate = this.plan.failureRate();
		return Math.floor((number + 1) * rate) > Math.floor(number * rate);
	}

	/**
	 * Waits until all jobs are handled.
	 * @throws IllegalStateException if nothing was handled any more for a minute
	 */
	public void await() {
		await(this.calls.length());
	}

	/**
	 * Waits until so many jobs are handled.
	 * @param jobs how many
	 * @throws IllegalStateException if nothing was handled any more for a minute
	 */
	public void await(long jobs) {
		Goal next = new Goal(jobs);
		this.goal = next;
		long before = -1;
		try {
			for (long now = handled(); now < jobs; now = handled()) {
				if (now == before) {
					throw new IllegalStateException("No job was handled for " + PATIENCE.toSeconds() + " s, and "
							+ (jobs - now) + " of " + jobs + " are missing");
				}
				before = now;
				next.reached.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while jobs were handled", ex);
		}
	}

	/**
	 * How many different jobs were handled to their end.
	 * @return their number
	 */
	public long handled() {
		return this.handled.get();
	}

	/**
	 * How often a job was handled that had been handled already.
	 * @return how often
	 */
	public long repeated() {
		return this.repeated.sum();
	}

	/**
	 * How many attempts failed, as was asked for.
	 * @return their number
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
