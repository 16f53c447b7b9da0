package io.github.redisqueue.template;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

import io.github.redisqueue.PartialResultException;
import io.github.redisqueue.template.SendResult.Status;
import io.github.redisqueue.thread.DaemonThreads;

import org.springframework.core.task.TaskRejectedException;

/**
 * Adds jobs for callers that do not wait. Each queue has at most one call under way; the
 * jobs that are sent meanwhile go with the next one. So under load the calls grow, not
 * the number of threads. Thread-safe.
 */
final class AsyncAdds implements AutoCloseable {

	/** How many jobs may wait for their results. */
	static final int MAX_JOBS = 10_000;

	/** How many bytes of jobs may wait for their results, unless it is a single job. */
	static final long MAX_BYTES = 32 * 1024 * 1024;

	/** How many jobs go with one call. */
	static final int MAX_BATCH = 500;

	private static final int MAX_THREADS = 4;

	private final JobAdder adder;

	private final long patience;

	private final DaemonThreads threads;

	/** The waiting jobs of each queue that has a call under way or about to begin. */
	private final Map<String, Queue<WaitingJob>> lanes = new HashMap<>();

	private int jobs;

	private long bytes;

	private boolean closed;

	/**
	 * Creates an instance, whose threads start when they are needed.
	 * @param adder adds the jobs
	 * @param patience how long {@link #close()} waits for jobs
	 */
	AsyncAdds(JobAdder adder, Duration patience) {
		this(adder, patience, DaemonThreads.named("queue-sender-"));
	}

	AsyncAdds(JobAdder adder, Duration patience, ThreadFactory factory) {
		this.adder = adder;
		this.patience = patience.toNanos();
		this.threads = new DaemonThreads(MAX_THREADS, new LinkedBlockingQueue<>(), factory);
	}

	/**
	 * Adds a job.
	 * @param queue the name of the queue
	 * @param job the job
	 * @return its result, which is completed on a thread of this class
	 */
	synchronized CompletableFuture<SendResult> add(String queue, OutgoingJob job) {
		if (this.closed) {
			return CompletableFuture.failedFuture(new TaskRejectedException(
					"Job '" + job.printableId() + "' was not sent, because the application is stopping"));
		}
		if (this.jobs > 0 && (this.jobs == MAX_JOBS || this.bytes + job.bytes() > MAX_BYTES)) {
			return CompletableFuture
				.failedFuture(new TaskRejectedException("Job '" + job.printableId() + "' was not sent, because "
						+ this.jobs + " jobs with " + this.bytes + " bytes are being sent already; at most " + MAX_JOBS
						+ " jobs or " + MAX_BYTES + " bytes are allowed. Wait for earlier results, or use sendAll"));
		}
		Queue<WaitingJob> lane = this.lanes.get(queue);
		if (lane == null) {
			this.threads.execute(() -> addNext(queue));
			lane = new ArrayDeque<>();
			this.lanes.put(queue, lane);
		}
		WaitingJob waiting = new WaitingJob(job, new CompletableFuture<>());
		lane.add(waiting);
		this.jobs++;
		this.bytes += job.bytes();
		return waiting.result();
	}

	/**
	 * Completes results when the next call of the queue can begin already, since that may
	 * run code of the application.
	 */
	private void addNext(String queue) {
		List<WaitingJob> batch = take(queue);
		if (batch.isEmpty()) {
			return;
		}
		Runnable outcome = add(queue, batch);
		release(queue, batch);
		outcome.run();
	}

	/**
	 * Adds jobs. A queue that refuses one of them adds none, so they are halved until the
	 * refused ones are alone: the others come from other callers. Refusing costs no round
	 * trip.
	 * @return completes the results
	 */
	private Runnable add(String queue, List<WaitingJob> batch) {
		try {
			List<SendResult> results = this.adder.add(queue, batch.stream().map(WaitingJob::job).toList());
			return () -> complete(batch, results);
		}
		catch (PartialResultException ex) {
			return () -> completePartially(batch, ex);
		}
		catch (Throwable ex) {
			int half = batch.size() / 2;
			if (ex instanceof IllegalArgumentException && half > 0) {
				Runnable first = add(queue, batch.subList(0, half));
				Runnable second = add(queue, batch.subList(half, batch.size()));
				return () -> {
					first.run();
					second.run();
				};
			}
			return () -> batch.forEach((waiting) -> waiting.result().completeExceptionally(ex));
		}
	}

	private synchronized List<WaitingJob> take(String queue) {
		Queue<WaitingJob> lane = this.lanes.get(queue);
		List<WaitingJob> batch = new ArrayList<>();
		while (lane != null && !lane.isEmpty() && batch.size() < MAX_BATCH && fits(batch, lane.element())) {
			batch.add(lane.remove());
		}
		return batch;
	}

	/** A failure concerns a whole batch, so each batch is a single call. */
	private static boolean fits(List<WaitingJob> batch, WaitingJob next) {
		if (batch.isEmpty()) {
			return true;
		}
		boolean replaces = next.job().replaces();
		return replaces == batch.get(0).job().replaces()
				&& !(replaces && batch.stream().anyMatch((one) -> one.job().id().equals(next.job().id())));
	}

	private static void complete(List<WaitingJob> batch, List<SendResult> results) {
		for (int i = 0; i < batch.size(); i++) {
			batch.get(i).result().complete(results.get(i));
		}
	}

	private static void completePartially(List<WaitingJob> batch, PartialResultException partial) {
		Set<String> added = new HashSet<>(partial.result());
		for (WaitingJob waiting : batch) {
			String id = waiting.job().id();
			if (partial.answered().contains(id)) {
				// Of two jobs with the same id, Redis added the first.
				waiting.result().complete(waiting.job().result(added.remove(id) ? Status.ADDED : Status.PRESENT));
			}
			else {
				waiting.result().completeExceptionally(partial);
			}
		}
	}

	/** A queue with further jobs begins again behind the others. */
	private synchronized void release(String queue, List<WaitingJob> batch) {
		this.jobs -= batch.size();
		this.bytes -= batch.stream().mapToLong((waiting) -> waiting.job().bytes()).sum();
		Queue<WaitingJob> lane = this.lanes.get(queue);
		if (lane != null && lane.isEmpty()) {
			this.lanes.remove(queue);
		}
		else if (lane != null) {
			this.threads.execute(() -> addNext(queue));
		}
		if (this.jobs == 0) {
			notifyAll();
		}
	}

	/**
	 * Takes no more jobs, and waits until those that are there have been sent. Those that
	 * are left after a while fail.
	 */
	@Override
	public synchronized void close() {
		this.closed = true;
		long deadline = System.nanoTime() + this.patience;
		try {
			for (long left = this.patience; this.jobs > 0 && left > 0; left = deadline - System.nanoTime()) {
				TimeUnit.NANOSECONDS.timedWait(this, left);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		TaskRejectedException stopped = new TaskRejectedException(
				"The job was not sent, because the application has stopped");
		this.lanes.values().forEach((lane) -> lane.forEach((left) -> left.result().completeExceptionally(stopped)));
		this.lanes.clear();
		this.threads.shutdownNow();
	}

	private record WaitingJob(OutgoingJob job, CompletableFuture<SendResult> result) {

	}

}
