package io.github.redisqueue.template;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

import io.github.redisqueue.LogText;
import io.github.redisqueue.template.SendResult.Status;

import org.springframework.core.task.TaskRejectedException;

/**
 * Adds jobs for callers that do not wait: bounds how many are under way, and completes
 * their results where code of the application may run. Thread-safe.
 */
final class AsyncAdds implements AutoCloseable {

	/** How many jobs of one queue may wait for their results while no others do. */
	static final int MAX_JOBS = 10_000;

	/** How many bytes of jobs, unless it is a single job. */
	static final long MAX_BYTES = 32 * 1024 * 1024;

	private final BiFunction<String, OutgoingJob, CompletableFuture<Set<String>>> adder;

	/** In nanoseconds. */
	private final long patience;

	private final Executor background;

	/** What each queue has under way. */
	private final Map<String, Load> queues = new HashMap<>();

	/** What all queues have under way. */
	private Load all = Load.NONE;

	private boolean closed;

	/**
	 * Creates an instance.
	 * @param adder begins to add a job to a queue; its result is the id if that was
	 * added, and is completed on a thread that must not be blocked
	 * @param patience how long {@link #close()} waits for jobs
	 * @param background completes the results
	 */
	AsyncAdds(BiFunction<String, OutgoingJob, CompletableFuture<Set<String>>> adder, Duration patience,
			Executor background) {
		this.adder = adder;
		this.patience = patience.toNanos();
		this.background = background;
	}

	/** Adds a job. Its result is completed in the background, unless it is refused. */
	CompletableFuture<SendResult> add(String queue, OutgoingJob job) {
		long bytes = job.bytes();
		synchronized (this) {
			if (this.closed) {
				return refused(job, "the application is stopping");
			}
			if (this.all.jobs > 0 && !leavesAsMuch(this.queues.getOrDefault(queue, Load.NONE), bytes)) {
				return refused(job,
						this.all.jobs + " jobs with " + this.all.bytes + " bytes are being sent already; at most "
								+ MAX_JOBS + " jobs or " + MAX_BYTES
								+ " bytes of a queue are allowed, or fewer while those of others wait. Wait for earlier"
								+ " results, or use sendAll");
			}
			count(queue, 1, bytes);
		}
		return CompletableFuture.completedFuture(job)
			.thenCompose((one) -> this.adder.apply(queue, one))
			.whenCompleteAsync((added, failure) -> count(queue, -1, -bytes), this.background)
			.thenApply((added) -> job.result(added.isEmpty() ? Status.PRESENT : Status.ADDED));
	}

	private static CompletableFuture<SendResult> refused(OutgoingJob job, String reason) {
		return CompletableFuture.failedFuture(
				new TaskRejectedException("Job '" + LogText.shortened(job.id()) + "' was not sent, because " + reason));
	}

	/**
	 * A queue takes no more than it leaves to others, so those whose node hangs never
	 * take all.
	 */
	private boolean leavesAsMuch(Load queue, long more) {
		return queue.jobs + 1 <= 2 * MAX_JOBS - this.all.jobs - 1
				&& queue.bytes + more <= 2 * MAX_BYTES - this.all.bytes - more;
	}

	private synchronized void count(String queue, int jobs, long bytes) {
		this.all = this.all.plus(jobs, bytes);
		this.queues.compute(queue, (name, load) -> {
			Load sum = ((load != null) ? load : Load.NONE).plus(jobs, bytes);
			return (sum.jobs > 0) ? sum : null;
		});
		if (isIdle()) {
			notifyAll();
		}
	}

	/**
	 * Takes no more jobs, and waits a while until those that are there have been sent.
	 * Those that are left end with their calls, at the latest with the connections.
	 */
	@Override
	public synchronized void close() {
		this.closed = true;
		await();
	}

	synchronized boolean isIdle() {
		return this.all.jobs == 0;
	}

	synchronized void await() {
		long deadline = System.nanoTime() + this.patience;
		try {
			for (long left = this.patience; !isIdle() && left > 0; left = deadline - System.nanoTime()) {
				TimeUnit.NANOSECONDS.timedWait(this, left);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/** The jobs that have no results yet. */
	private record Load(int jobs, long bytes) {

		private static final Load NONE = new Load(0, 0);

		Load plus(int jobs, long bytes) {
			return new Load(this.jobs + jobs, this.bytes + bytes);
		}

	}

}
