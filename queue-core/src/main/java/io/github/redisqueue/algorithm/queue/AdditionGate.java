package io.github.redisqueue.algorithm.queue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Job;
import io.github.redisqueue.script.Batches;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.script.Scripts;
import io.github.redisqueue.script.ServerError;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.RedisSystemException;

/**
 * Lets a few additions of a queue be under way at a time. The jobs of those who come
 * meanwhile are gathered, and go with the next call: threads that send at once share
 * calls, and one that sends alone does not wait. Each caller has the result, the
 * exceptions and the interrupts of its own jobs. Thread-safe.
 */
final class AdditionGate {

	private final String queue;

	private final SenderOperations sending;

	private final Scripts scripts;

	/**
	 * How many may be under way. If one, jobs keep their order, and no caller waits for
	 * them.
	 */
	private final int mostUnderWay;

	/** Those who wait, the first ones first; guarded by this gate, as what follows. */
	private final Deque<Addition> gathered = new ArrayDeque<>();

	private int underWay;

	AdditionGate(String queue, SenderOperations sending, Scripts scripts, int mostUnderWay) {
		this.queue = queue;
		this.sending = sending;
		this.scripts = scripts;
		this.mostUnderWay = mostUnderWay;
	}

	/**
	 * Lets an addition through, or gathers its jobs.
	 * @return what waits for the result; null if the caller {@linkplain #addAlone adds}
	 * the jobs
	 */
	synchronized @Nullable Addition enter(Map<String, Job> jobs, AddMode mode) {
		if (this.underWay < this.mostUnderWay) {
			this.underWay++;
			return null;
		}
		if (this.mostUnderWay > 1) {
			ScriptRunner.checkMayWait();
		}
		Addition addition = new Addition(jobs, mode);
		this.gathered.add(addition);
		return addition;
	}

	/** Adds jobs that were let through. */
	Set<String> addAlone(Map<String, Job> jobs, AddMode mode) {
		try {
			return this.scripts.run(this.sending.adding(jobs, mode));
		}
		finally {
			leave();
		}
	}

	/**
	 * Adds jobs without waiting.
	 * @return the ids that were added, on a thread that must not be blocked
	 */
	CompletableFuture<Set<String>> start(Map<String, Job> jobs, AddMode mode) {
		Addition gathered = enter(jobs, mode);
		Addition addition = (gathered != null) ? gathered : new Addition(jobs, mode);
		if (gathered == null && !isUnderWay(together(addition))) {
			leave();
		}
		return addition.next.thenApply(Supplier::get);
	}

	/**
	 * An addition is no longer under way: it is the turn of those who wait. A loop, as
	 * any number may fail at once, when the connections are closed.
	 */
	private void leave() {
		List<Addition> next;
		do {
			next = next();
		}
		while (!next.isEmpty() && !isUnderWay(next));
	}

	private synchronized List<Addition> next() {
		Addition first = this.gathered.poll();
		this.underWay -= (first == null) ? 1 : 0;
		return (first != null) ? together(first) : List.of();
	}

	/**
	 * Sends the jobs of some callers in one call, and tells whether the end follows. Who
	 * waits for several calls makes them, as each has a timeout.
	 */
	private boolean isUnderWay(List<Addition> together) {
		Addition first = together.get(0);
		if (!first.sent) {
			return first.next.complete(() -> addAlone(first.jobs, first.mode));
		}
		CompletableFuture<Set<String>> call = start(together);
		if (this.mostUnderWay > 1 && !call.isDone()) {
			// The next call does not wait until all these callers have been woken.
			complete(together, call.whenComplete((added, failure) -> leave()));
			return true;
		}
		CompletableFuture<Void> sent = complete(together, call);
		boolean underWay = !sent.isDone();
		if (underWay) {
			sent.thenRun(this::leave);
		}
		return underWay;
	}

	/** The first one, and those that go in the same call. */
	private synchronized List<Addition> together(Addition first) {
		List<Addition> together = new ArrayList<>(List.of(first));
		int jobs = first.jobs.size();
		long bytes = first.bytes;
		boolean mayPass = true;
		for (Iterator<Addition> others = this.gathered.iterator(); mayPass && others.hasNext();) {
			Addition other = others.next();
			if (jobs + other.jobs.size() <= Batches.MAX_JOBS && bytes + other.bytes <= Batches.MAX_BYTES
					&& other.fitsTo(together)) {
				others.remove();
				together.add(other);
				jobs += other.jobs.size();
				bytes += other.bytes;
			}
			else {
				mayPass = this.mostUnderWay > 1;
			}
		}
		boolean byCaller = this.mostUnderWay > 1 && first.isDivided();
		together.forEach((addition) -> addition.sent = !byCaller);
		return together;
	}

	private CompletableFuture<Set<String>> start(List<Addition> together) {
		Map<String, Job> jobs = new LinkedHashMap<>();
		together.forEach((addition) -> addition.jobs.forEach(jobs::putIfAbsent));
		return CompletableFuture.completedFuture(together.get(0).mode)
			.thenCompose((mode) -> this.scripts.start(this.sending.adding(jobs, mode).begunAt(together.get(0).begin)));
	}

	/**
	 * Gives each caller what it gets of a call. Those whose call Redis has refused are
	 * halved until the refused ones are alone. What it refuses for the moment is repeated
	 * for each as long as for one that sends alone.
	 */
	private CompletableFuture<Void> complete(List<Addition> together, CompletableFuture<Set<String>> call) {
		return call.thenAccept((added) -> together.forEach((addition) -> addition.succeed(added)))
			.exceptionallyCompose((failure) -> {
				Throwable cause = (failure instanceof CompletionException) ? failure.getCause() : failure;
				if (ServerError.isTemporary(cause)) {
					Map<Boolean, List<Addition>> byTime = together.stream()
						.collect(Collectors.partitioningBy(Addition::isOverdue));
					byTime.get(true).forEach((addition) -> addition.fail(cause));
					List<Addition> early = byTime.get(false);
					return early.isEmpty() ? CompletableFuture.completedFuture(null) : complete(early, start(early));
				}
				List<Addition> half = together.subList(0, together.size() / 2);
				if (half.isEmpty() || ownOfAll(cause) != null) {
					together.forEach((addition) -> addition.fail(cause));
					return CompletableFuture.completedFuture(null);
				}
				List<Addition> others = together.subList(half.size(), together.size());
				return complete(half, start(half)).thenCompose((none) -> complete(others, start(others)));
			});
	}

	/**
	 * An exception for each of those who share a failure. Null if others of them may have
	 * caused it: it is known that Redis has not run the call, but can run calls.
	 */
	private static @Nullable RuntimeException ownOfAll(Throwable failure) {
		if (failure instanceof QueryTimeoutException) {
			return new QueryTimeoutException(failure.getMessage(), failure);
		}
		if (failure instanceof RedisConnectionFailureException) {
			return new RedisConnectionFailureException(String.valueOf(failure.getMessage()), failure);
		}
		if (failure instanceof DataAccessResourceFailureException) {
			return new DataAccessResourceFailureException(failure.getMessage(), failure);
		}
		return (failure instanceof RedisSystemException && ServerError.code(failure).isEmpty())
				? new RedisSystemException(String.valueOf(failure.getMessage()), failure) : null;
	}

	/** Whether jobs that were gathered are surely not sent. */
	private boolean withdraw(Addition addition) {
		synchronized (this) {
			if (addition.sent || this.gathered.remove(addition)) {
				return !addition.sent;
			}
		}
		// It was its turn.
		leave();
		return true;
	}

	/** The jobs of a caller who waits. */
	final class Addition {

		private final Map<String, Job> jobs;

		private final AddMode mode;

		private final long bytes;

		/** How many of its jobs have groups. */
		private final int grouped;

		private final long begin = System.nanoTime();

		/** What the caller does next. */
		private final CompletableFuture<Supplier<Set<String>>> next = new CompletableFuture<>();

		/** Guarded by the gate. */
		private boolean sent;

		Addition(Map<String, Job> jobs, AddMode mode) {
			this.jobs = jobs;
			this.mode = mode;
			long bytesOfAll = 0;
			int withGroups = 0;
			for (Job job : jobs.values()) {
				bytesOfAll += SenderOperations.bytes(job, mode);
				withGroups += (job.group() != null) ? 1 : 0;
			}
			this.bytes = bytesOfAll;
			this.grouped = withGroups;
		}

		/**
		 * Whether one script can add them all: there is one for jobs with groups, and of
		 * equal ids it takes the first.
		 */
		boolean fitsTo(List<Addition> others) {
			Addition first = others.get(0);
			boolean alike = (first.grouped == 0) ? this.grouped == 0
					: first.grouped == first.jobs.size() && this.grouped == this.jobs.size();
			return alike && this.mode == first.mode && (this.mode != AddMode.REPLACE || others.stream()
				.allMatch((other) -> Collections.disjoint(this.jobs.keySet(), other.jobs.keySet())));
		}

		/** Whether its jobs need several calls. */
		boolean isDivided() {
			return this.jobs.size() > Batches.MAX_JOBS || this.bytes > Batches.MAX_BYTES
					|| (this.grouped > 0 && this.grouped < this.jobs.size());
		}

		/** Whether what Redis refuses for the moment is not repeated any more. */
		boolean isOverdue() {
			return System.nanoTime() - this.begin >= ServerError.RETRY_WINDOW.toNanos();
		}

		/** Waits until its turn, or until another one has added its jobs. */
		Set<String> await() {
			Supplier<Set<String>> mine;
			try {
				long left = this.begin + AdditionGate.this.scripts.timeout().toNanos() - System.nanoTime();
				mine = this.next.get(left, TimeUnit.NANOSECONDS);
			}
			catch (TimeoutException ex) {
				throw new QueryTimeoutException("Redis gave no reply within " + AdditionGate.this.scripts.timeout()
						+ " to an addition to " + describe(), ex);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				throw new DataAccessResourceFailureException(
						"The thread was interrupted while it waited for an addition to " + describe(), ex);
			}
			catch (ExecutionException ex) {
				throw new IllegalStateException(ex);
			}
			return mine.get();
		}

		private String describe() {
			return "queue '" + AdditionGate.this.queue + "'. "
					+ (withdraw(this) ? "Its jobs were not added" : "Whether Redis has run it is unknown");
		}

		/** Of two with the same id, the first one takes it. */
		void succeed(Set<String> added) {
			Set<String> own = this.jobs.keySet();
			own.removeIf((id) -> !added.remove(id));
			this.next.complete(() -> own);
		}

		void fail(Throwable failure) {
			this.next.complete(() -> {
				RuntimeException own = ownOfAll(failure);
				return ScriptRunner.resultOf(CompletableFuture.failedFuture((own != null) ? own : failure));
			});
		}

	}

}
