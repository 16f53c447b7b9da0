package io.github.redisqueue.template;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

import io.github.redisqueue.LogText;
import io.github.redisqueue.PartialResultException;
import io.github.redisqueue.thread.DaemonThreads;

import org.springframework.core.task.TaskRejectedException;

/**
 * Adds jobs for callers that do not wait. Each queue has at most one call under way; the
 * jobs that are sent meanwhile go with the next one. So under load the calls grow, not
 * the number of threads. Thread-safe.
 */
final class AsyncAdds implements AutoCloseable {

	/** How many jobs of one queue may wait for their results while no others do. */
	static final int MAX_JOBS = 10_000;

	/** How many bytes of jobs, unless it is a single job. */
	static final long MAX_BYTES = 32 * 1024 * 1024;

	/** How many jobs go with one call. */
	static final int MAX_BATCH = 500;

	private static final int MAX_THREADS = 4;

	private final BiFunction<String, List<OutgoingJob>, CompletableFuture<List<SendResult>>> adder;

	/** In nanoseconds. */
	private final long patience;

	private final DaemonThreads threads;

	/** Each queue that has a call under way or about to begin. */
	private final Map<String, Lane> lanes = new HashMap<>();

	/** Those of all queues that wait or are under way, as the bytes below. */
	private int jobs;

	private long bytes;

	private boolean closed;

	/**
	 * Creates an instance, whose threads start when they are needed.
	 * @param adder begins to add at least one job to a queue, and returns their results,
	 * in the same order, which are completed on a thread that must not be blocked
	 * @param patience how long {@link #close()} waits for jobs
	 * @param factory makes the threads
	 */
	AsyncAdds(BiFunction<String, List<OutgoingJob>, CompletableFuture<List<SendResult>>> adder, Duration patience,
			ThreadFactory factory) {
		this.adder = adder;
		this.patience = patience.toNanos();
		this.threads = new DaemonThreads(MAX_THREADS, new LinkedBlockingQueue<>(), factory);
	}

	/** Adds a job. Its result is completed on a thread of this class. */
	synchronized CompletableFuture<SendResult> add(String queue, OutgoingJob job) {
		if (this.closed) {
			return refused(job, "the application is stopping");
		}
		Lane lane = this.lanes.get(queue);
		if (this.jobs > 0 && !leavesAsMuch((lane != null) ? lane : new Lane(), job.bytes())) {
			return refused(job,
					this.jobs + " jobs with " + this.bytes + " bytes are being sent already; at most " + MAX_JOBS
							+ " jobs or " + MAX_BYTES + " bytes of a queue are allowed, or fewer while those of"
							+ " others wait. Wait for earlier results, or use sendAll");
		}
		if (lane == null) {
			this.threads.execute(() -> addNext(queue));
			lane = new Lane();
			this.lanes.put(queue, lane);
		}
		WaitingJob waiting = new WaitingJob(job, new CompletableFuture<>());
		lane.waiting.add(waiting);
		count(lane, 1, job.bytes());
		return waiting.result();
	}

	private static CompletableFuture<SendResult> refused(OutgoingJob job, String reason) {
		return CompletableFuture.failedFuture(
				new TaskRejectedException("Job '" + LogText.shortened(job.id()) + "' was not sent, because " + reason));
	}

	/**
	 * A queue takes no more than it leaves to others, so those whose node hangs never
	 * take all.
	 */
	private boolean leavesAsMuch(Lane lane, long more) {
		return lane.jobs + 1 <= 2 * MAX_JOBS - this.jobs - 1 && lane.bytes + more <= 2 * MAX_BYTES - this.bytes - more;
	}

	private void count(Lane lane, int jobs, long bytes) {
		lane.jobs += jobs;
		lane.bytes += bytes;
		this.jobs += jobs;
		this.bytes += bytes;
	}

	/**
	 * Completes results when the next call of the queue can begin already, since that may
	 * run code of the application. No thread waits for Redis.
	 */
	private void addNext(String queue) {
		List<WaitingJob> batch = take(queue);
		if (!batch.isEmpty()) {
			add(queue, batch).thenAcceptAsync((outcome) -> {
				release(queue, batch);
				outcome.run();
			}, this::execute);
		}
	}

	/** After the end, on the thread of the client: callers must not wait for ever. */
	private void execute(Runnable work) {
		try {
			this.threads.execute(work);
		}
		catch (RejectedExecutionException ex) {
			work.run();
		}
	}

	/**
	 * Adds jobs. A queue that refuses one of them adds none, so they are halved until the
	 * refused ones are alone: the others come from other callers. Refusing costs no round
	 * trip.
	 * @return completes the results
	 */
	private CompletableFuture<Runnable> add(String queue, List<WaitingJob> batch) {
		CompletableFuture<List<SendResult>> results;
		try {
			results = this.adder.apply(queue, batch.stream().map(WaitingJob::job).toList());
		}
		catch (Throwable ex) {
			results = CompletableFuture.failedFuture(ex);
		}
		return results.<Runnable>thenApply((added) -> () -> complete(batch, added))
			.exceptionallyCompose((ex) -> afterFailure(queue, batch,
					(ex instanceof CompletionException && ex.getCause() != null) ? ex.getCause() : ex));
	}

	private CompletableFuture<Runnable> afterFailure(String queue, List<WaitingJob> batch, Throwable failure) {
		int half = batch.size() / 2;
		if (failure instanceof IllegalArgumentException && half > 0) {
			return add(queue, batch.subList(0, half))
				.thenCompose((first) -> add(queue, batch.subList(half, batch.size())).thenApply((second) -> () -> {
					first.run();
					second.run();
				}));
		}
		return CompletableFuture.completedFuture(
				(failure instanceof PartialResultException partial) ? () -> completePartially(batch, partial)
						: () -> batch.forEach((waiting) -> waiting.result().completeExceptionally(failure)));
	}

	/** The jobs of the next call; none if this was closed meanwhile. */
	private synchronized List<WaitingJob> take(String queue) {
		Lane lane = this.lanes.get(queue);
		List<WaitingJob> batch = new ArrayList<>();
		while (lane != null && !lane.waiting.isEmpty() && batch.size() < MAX_BATCH
				&& fits(batch, lane.waiting.element())) {
			batch.add(lane.waiting.remove());
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
		List<WaitingJob> answered = batch.stream()
			.filter((waiting) -> partial.answered().contains(waiting.job().id()))
			.toList();
		complete(answered, OutgoingJob.results(answered.stream().map(WaitingJob::job).toList(), partial.result()));
		// This changes nothing for those that have their results now.
		batch.forEach((waiting) -> waiting.result().completeExceptionally(partial));
	}

	/** A queue with further jobs begins again behind the others. */
	private synchronized void release(String queue, List<WaitingJob> batch) {
		Lane lane = this.lanes.getOrDefault(queue, new Lane());
		count(lane, -batch.size(), -batch.stream().mapToLong((waiting) -> waiting.job().bytes()).sum());
		if (lane.waiting.isEmpty()) {
			this.lanes.remove(queue);
		}
		else {
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
		await();
		TaskRejectedException stopped = new TaskRejectedException(
				"The job was not sent, because the application has stopped");
		this.lanes.values()
			.forEach((lane) -> lane.waiting.forEach((left) -> left.result().completeExceptionally(stopped)));
		this.lanes.clear();
		this.threads.shutdownNow();
	}

	synchronized boolean isIdle() {
		return this.jobs == 0;
	}

	synchronized void await() {
		long deadline = System.nanoTime() + this.patience;
		try {
			for (long left = this.patience; this.jobs > 0 && left > 0; left = deadline - System.nanoTime()) {
				TimeUnit.NANOSECONDS.timedWait(this, left);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/** The jobs of one queue. */
	private static final class Lane {

		private final Queue<WaitingJob> waiting = new ArrayDeque<>();

		/** How many have no result yet, with those of the call under way. */
		private int jobs;

		private long bytes;

	}

	private record WaitingJob(OutgoingJob job, CompletableFuture<SendResult> result) {

	}

}
