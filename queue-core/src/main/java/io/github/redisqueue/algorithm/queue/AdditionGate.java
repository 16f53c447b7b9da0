package io.github.redisqueue.algorithm.queue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Job;
import io.github.redisqueue.script.Batches;
import io.github.redisqueue.script.ScriptRunner;
import io.github.redisqueue.script.Scripts;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.dao.PermissionDeniedDataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisConnectionFailureException;

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
	 * Lets an addition through, which has to {@linkplain #leave() leave} afterwards, or
	 * gathers it.
	 * @param jobs the jobs by their ids
	 * @param mode what the queue does with jobs whose ids are present
	 * @return what is gathered; null if the caller adds the jobs itself
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

	/** Lets the first one who waits send. */
	void leave() {
		Addition first;
		synchronized (this) {
			first = this.gathered.poll();
			if (first == null) {
				this.underWay--;
				return;
			}
		}
		first.next.complete(first::lead);
	}

	/**
	 * The additions that go with the first one, in one call: none has an id of another,
	 * and all are to be added in the same way.
	 */
	private synchronized List<Addition> sentWith(Addition first) {
		List<Addition> together = new ArrayList<>(List.of(first));
		Set<String> ids = new HashSet<>(first.jobs.keySet());
		long bytes = SenderOperations.bytes(first.jobs, first.mode);
		for (Iterator<Addition> others = this.gathered.iterator(); others.hasNext();) {
			Addition other = others.next();
			long more = SenderOperations.bytes(other.jobs, other.mode);
			if (other.isLike(first) && ids.size() + other.jobs.size() <= Batches.MAX_JOBS
					&& bytes + more <= Batches.MAX_BYTES && Collections.disjoint(ids, other.jobs.keySet())) {
				others.remove();
				together.add(other);
				ids.addAll(other.jobs.keySet());
				bytes += more;
			}
		}
		together.forEach((addition) -> addition.sent = true);
		return together;
	}

	/** Nobody waits for the call itself, so no interrupt or timeout of one ends it. */
	private void sendTogether(List<Addition> together) {
		Map<String, Job> jobs = new LinkedHashMap<>();
		together.forEach((addition) -> jobs.putAll(addition.jobs));
		CompletableFuture.completedFuture(together.get(0).mode)
			.thenCompose((mode) -> this.scripts.start(this.sending.adding(jobs, mode)))
			.whenComplete((added, failure) -> {
				leave();
				together.forEach((addition) -> addition.next.complete(() -> addition.result(added, failure)));
			});
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

		private final long begin = System.nanoTime();

		/** What the caller does next. */
		private volatile CompletableFuture<Supplier<Set<String>>> next = new CompletableFuture<>();

		/** Guarded by the gate. */
		private boolean sent;

		private Addition(Map<String, Job> jobs, AddMode mode) {
			this.jobs = jobs;
			this.mode = mode;
		}

		private boolean isLike(Addition other) {
			return this.mode == other.mode && this.mode != AddMode.UNCHECKED
					&& Stream.concat(this.jobs.values().stream(), other.jobs.values().stream())
						.map((job) -> job.group() != null)
						.distinct()
						.count() == 1;
		}

		/**
		 * Waits until its turn or until another one has added its jobs.
		 * @return the ids of the jobs that were added
		 */
		Set<String> await() {
			Supplier<Set<String>> next;
			try {
				long left = this.begin + AdditionGate.this.scripts.timeout().toNanos() - System.nanoTime();
				next = this.next.get(left, TimeUnit.NANOSECONDS);
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
			return next.get();
		}

		private String describe() {
			return "queue '" + AdditionGate.this.queue + "'. "
					+ (withdraw(this) ? "Its jobs were not added" : "Whether Redis has run it is unknown");
		}

		/** Sends what has gathered. */
		private Set<String> lead() {
			this.next = new CompletableFuture<>();
			List<Addition> together = sentWith(this);
			sendTogether(together);
			return await();
		}

		/** If Redis rejects a call, the jobs of each caller are sent again alone. */
		private Set<String> result(@Nullable Set<String> added, @Nullable Throwable failure) {
			if (added != null) {
				Set<String> own = new LinkedHashSet<>(this.jobs.keySet());
				own.retainAll(added);
				return own;
			}
			Throwable cause = (failure instanceof CompletionException) ? failure.getCause() : failure;
			if (cause instanceof InvalidDataAccessResourceUsageException
					|| cause instanceof PermissionDeniedDataAccessException) {
				return AdditionGate.this.scripts.run(AdditionGate.this.sending.adding(this.jobs, this.mode));
			}
			throw failureOfItsOwn(Objects.requireNonNull(cause));
		}

		private RuntimeException failureOfItsOwn(Throwable shared) {
			String message = shared.getMessage();
			if (shared instanceof QueryTimeoutException) {
				return new QueryTimeoutException(message, shared);
			}
			if (shared instanceof RedisConnectionFailureException) {
				return new RedisConnectionFailureException(String.valueOf(message), shared);
			}
			return new DataAccessResourceFailureException(message, shared);
		}

	}

}
