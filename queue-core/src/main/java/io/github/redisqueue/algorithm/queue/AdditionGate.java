package io.github.redisqueue.algorithm.queue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
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

	/** With fewer, a connection idles; with more, each call has fewer jobs. */
	private static final int MOST_UNDER_WAY = 4;

	private final String queue;

	private final SenderOperations sending;

	private final Scripts scripts;

	/** Those who wait, the first ones first; guarded by this gate, as what follows. */
	private final Deque<Addition> gathered = new ArrayDeque<>();

	private int underWay;

	AdditionGate(String queue, SenderOperations sending, Scripts scripts) {
		this.queue = queue;
		this.sending = sending;
		this.scripts = scripts;
	}

	/**
	 * Lets an addition through, or gathers its jobs.
	 * @return what waits for the result; null if the caller {@linkplain #addAlone adds}
	 * the jobs
	 */
	synchronized @Nullable Addition enter(Map<String, Job> jobs, AddMode mode) {
		if (this.underWay < MOST_UNDER_WAY) {
			this.underWay++;
			return null;
		}
		ScriptRunner.checkMayWait();
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

	/** An addition is no longer under way: it is the turn of the first one who waits. */
	private void leave() {
		Addition first;
		synchronized (this) {
			first = this.gathered.poll();
			if (first == null) {
				this.underWay--;
				return;
			}
		}
		first.next.complete(() -> lead(first));
	}

	/**
	 * Sends the jobs of the first one, and in the same call those that can go with it.
	 */
	private Set<String> lead(Addition first) {
		List<Addition> together = new ArrayList<>(List.of(first));
		Map<String, Job> jobs = new LinkedHashMap<>(first.jobs);
		synchronized (this) {
			long bytes = first.bytes;
			for (Iterator<Addition> others = this.gathered.iterator(); others.hasNext();) {
				Addition other = others.next();
				if (other.isLike(first) && jobs.size() + other.jobs.size() <= Batches.MAX_JOBS
						&& bytes + other.bytes <= Batches.MAX_BYTES
						&& Collections.disjoint(jobs.keySet(), other.jobs.keySet())) {
					others.remove();
					together.add(other);
					jobs.putAll(other.jobs);
					bytes += other.bytes;
				}
			}
			together.forEach((addition) -> addition.sent = true);
		}
		if (together.size() == 1) {
			// Its calls may be many, each of which has a timeout.
			return addAlone(jobs, first.mode);
		}
		first.next = new CompletableFuture<>();
		// Nobody waits for the call itself, so no interrupt or timeout of one ends it.
		CompletableFuture.completedFuture(first.mode)
			.thenCompose((mode) -> this.scripts.start(this.sending.adding(jobs, mode)))
			.whenComplete((added, failure) -> {
				leave();
				together.forEach((addition) -> addition.next.complete(() -> addition.result(added, failure)));
			});
		return first.await();
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

		/** Whether its jobs have groups; both if only some have. */
		private final Set<Boolean> grouped;

		private final long begin = System.nanoTime();

		/** What the caller does next. */
		private volatile CompletableFuture<Supplier<Set<String>>> next = new CompletableFuture<>();

		/** Guarded by the gate. */
		private boolean sent;

		Addition(Map<String, Job> jobs, AddMode mode) {
			this.jobs = jobs;
			this.mode = mode;
			this.bytes = SenderOperations.bytes(jobs, mode);
			this.grouped = jobs.values().stream().map((job) -> job.group() != null).collect(Collectors.toSet());
		}

		/** Whether one script can add both: there is one for jobs with groups. */
		boolean isLike(Addition other) {
			return this.mode == other.mode && this.grouped.size() == 1 && this.grouped.equals(other.grouped);
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

		/**
		 * Unless it is unknown whether Redis has run the call, or Redis cannot run any,
		 * the jobs of each caller are sent again alone.
		 */
		Set<String> result(@Nullable Set<String> added, @Nullable Throwable failure) {
			if (added != null) {
				Set<String> own = new LinkedHashSet<>(this.jobs.keySet());
				own.retainAll(added);
				return own;
			}
			Throwable shared = (failure instanceof CompletionException) ? failure.getCause() : failure;
			if (shared instanceof QueryTimeoutException) {
				throw new QueryTimeoutException(shared.getMessage(), shared);
			}
			if (shared instanceof RedisConnectionFailureException) {
				throw new RedisConnectionFailureException(String.valueOf(shared.getMessage()), shared);
			}
			if (shared instanceof DataAccessResourceFailureException) {
				throw new DataAccessResourceFailureException(shared.getMessage(), shared);
			}
			if (shared instanceof RedisSystemException && ServerError.code(shared).isEmpty()) {
				throw new RedisSystemException(String.valueOf(shared.getMessage()), shared);
			}
			return AdditionGate.this.scripts.run(AdditionGate.this.sending.adding(this.jobs, this.mode));
		}

	}

}
