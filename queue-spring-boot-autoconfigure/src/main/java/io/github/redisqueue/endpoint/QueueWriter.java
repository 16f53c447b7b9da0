package io.github.redisqueue.endpoint;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Supplier;

import io.github.redisqueue.AuditReport;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.DeadLetters;
import io.github.redisqueue.LogText;
import io.github.redisqueue.QueueLayoutException;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.WorkQueues;
import io.github.redisqueue.background.OutageReason;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

/**
 * Changes queues for an operator. Each change is audited. All methods throw
 * {@link RefusedRequestException} if there is no such queue, job or dead letter, if a
 * value is not allowed, or if Redis fails. Thread-safe.
 */
final class QueueWriter {

	/** Who changes something without being known. */
	static final String ANONYMOUS = "anonymous";

	/** How many dead letters may be put back each second. */
	private static final int MAX_RATE = 10_000;

	private final WorkQueues queues;

	private final QueueCalls calls;

	private final BiFunction<String, CleanDepth, CleanReport> cleaner;

	private final Audit audit;

	private final BiFunction<DeadLetters, DeadLetterReader.Filter, DeadLetterReader.Search> search;

	private final Redriving redriving;

	/**
	 * Creates an instance.
	 * @param queues the queues of the application
	 * @param calls calls them
	 * @param cleaner cleans the queue with a name
	 * @param audit is told of all changes
	 * @param search searches for dead letters
	 * @param redriving puts them back
	 */
	QueueWriter(WorkQueues queues, QueueCalls calls, BiFunction<String, CleanDepth, CleanReport> cleaner, Audit audit,
			BiFunction<DeadLetters, DeadLetterReader.Filter, DeadLetterReader.Search> search, Redriving redriving) {
		this.queues = queues;
		this.calls = calls;
		this.cleaner = cleaner;
		this.audit = audit;
		this.search = search;
		this.redriving = redriving;
	}

	Map<String, Object> pause(String principal, String queue) {
		Change change = new Change(principal, Write.QUEUE_PAUSED, find(queue));
		change.call(() -> {
			change.queue().pause();
			return true;
		});
		return change.done(new Entries().with("paused", true));
	}

	Map<String, Object> resume(String principal, String queue) {
		Change change = new Change(principal, Write.QUEUE_RESUMED, find(queue));
		change.call(() -> {
			change.queue().resume();
			return true;
		});
		return change.done(new Entries().with("paused", false));
	}

	Map<String, Object> clean(String principal, String queue, @Nullable String depth) {
		Change change = new Change(principal, Write.QUEUE_CLEANED, find(queue));
		CleanDepth chosen = Values.constant("depth", depth, CleanDepth.class);
		CleanDepth thorough = (chosen != null) ? chosen : CleanDepth.LIGHT;
		change.with("depth", thorough.name().toLowerCase(Locale.ROOT));
		CleanReport report = change.callForLong(() -> this.cleaner.apply(queue, thorough));
		return change.done(new Entries().with("reclaimed", report.reclaimed())
			.with("buried", report.buried())
			.with("dropped", report.dropped())
			.with("buriedIds", report.buriedIds()));
	}

	Map<String, Object> audit(String principal, String queue, @Nullable String limit) {
		WorkQueue audited = find(queue);
		Duration time = Values.limit(limit);
		return done(new Change(principal, Write.QUEUE_AUDITED, audited), () -> audited.audit(time));
	}

	Map<String, Object> repair(String principal, String queue, @Nullable String dryRun, @Nullable String limit) {
		WorkQueue repaired = find(queue);
		boolean isDry = Values.truth("dryRun", dryRun);
		Duration time = Values.limit(limit);
		return done(new Change(principal, Write.QUEUE_REPAIRED, repaired).with("dryRun", isDry),
				() -> repaired.repair(isDry, time));
	}

	private static Map<String, Object> done(Change change, Supplier<AuditReport> call) {
		AuditOutcome outcome = change.callForLong(() -> AuditOutcome.read(call));
		Map<String, Object> response = change.done(outcome.summary());
		response.put("findings", outcome.findings());
		return response;
	}

	/**
	 * Puts back dead letters, as far as that can be done at once.
	 * @param filter which of them
	 * @param rate how many per second, or null if that is not limited
	 */
	Map<String, Object> redriveAll(String principal, String queue, DeadLetterReader.Filter filter,
			@Nullable String rate) {
		Change change = new Change(principal, Write.QUEUE_DEAD_LETTERS_REDRIVEN, find(queue));
		Integer limit = (rate != null) ? (int) Values.number("rate", rate, 0, 1, MAX_RATE) : null;
		change.with("rate", limit)
			.with("reason", filter.reason())
			.with("exception", filter.exception())
			.with("text", filter.text());
		filter.predicate();
		DeadLetters letters = change.queue().deadLetters();
		Redriving.Progress progress = new Redriving.Progress();
		long left = change.callForLong(() -> {
			try {
				DeadLetterReader.Search found = this.search.apply(letters, filter);
				change.with("searched", found.isComplete() ? null : "partly");
				this.redriving.run(letters, found.ids(), limit, progress);
				return filter.wantsAll() ? letters.count() : found.ids().size() - progress.redriven();
			}
			finally {
				change.with("redriven", progress.redriven());
			}
		});
		return change.done(new Entries().with("left", left));
	}

	/**
	 * Puts back a dead letter.
	 * @param payload its new payload, or null if it keeps its own
	 */
	Map<String, Object> redrive(String principal, String queue, String id, byte @Nullable [] payload) {
		Change change = new Change(principal, Write.QUEUE_DEAD_LETTERS_REDRIVEN, find(queue)).with("id", id);
		change.with("payload", (payload != null) ? "replaced" : null);
		DeadLetters letters = change.queue().deadLetters();
		if (!change.call(() -> redrive(letters, id, payload))) {
			boolean isGone = this.calls.read(DeadLetterReader.problem(queue), this.calls.begin(() -> letters.get(id)))
				.isEmpty();
			throw isGone ? DeadLetterReader.unknown(queue, id)
					: RefusedRequestException.conflict("The dead letter '" + LogText.shortened(id) + "' of queue '"
							+ queue + "' cannot be put back: the queue has a job with this id, or it was unreadable");
		}
		return change.done(new Entries().with("redriven", 1));
	}

	private static boolean redrive(DeadLetters letters, String id, byte @Nullable [] payload) {
		try {
			return (payload != null) ? letters.redrive(id, payload) : !letters.redrive(List.of(id)).isEmpty();
		}
		catch (IllegalArgumentException ex) {
			throw RefusedRequestException.invalid("The payload is refused: " + ex.getMessage());
		}
	}

	Map<String, Object> purgeAll(String principal, String queue) {
		Change change = new Change(principal, Write.QUEUE_DEAD_LETTERS_PURGED, find(queue));
		long purged = change.callForLong(() -> change.queue().deadLetters().purgeAll());
		return change.done(new Entries().with("purged", purged));
	}

	Map<String, Object> purge(String principal, String queue, String id) {
		Change change = new Change(principal, Write.QUEUE_DEAD_LETTERS_PURGED, find(queue)).with("id", id);
		if (change.call(() -> change.queue().deadLetters().purge(List.of(id))).isEmpty()) {
			throw DeadLetterReader.unknown(queue, id);
		}
		return change.done(new Entries().with("purged", 1));
	}

	Map<String, Object> cancel(String principal, String queue, String id) {
		Change change = new Change(principal, Write.QUEUE_JOB_CANCELLED, find(queue)).with("id", id);
		if (!change.call(() -> change.queue().cancel(id))) {
			throw RefusedRequestException.unknown("Queue '" + queue + "' has no ready, delayed, waiting or leased job '"
					+ LogText.shortened(id) + "'");
		}
		return change.done(new Entries().with("cancelled", 1));
	}

	Map<String, Object> reschedule(String principal, String queue, String id, @Nullable String delay,
			@Nullable String readyAt) {
		Change change = new Change(principal, Write.QUEUE_JOB_RESCHEDULED, find(queue)).with("id", id);
		if ((delay == null) == (readyAt == null)) {
			throw RefusedRequestException
				.invalid("Either 'delay', such as 30s, or 'readyAt', such as 2026-11-24T06:00:00Z, must be given");
		}
		Duration after = Values.delay(delay);
		Instant at = Values.time(readyAt);
		change.with("delay", (after != null) ? after.toString() : null);
		change.with("readyAt", (at != null) ? at.toString() : null);
		if (!change.call(() -> reschedule(change.queue(), id, after, at))) {
			throw RefusedRequestException
				.unknown("Queue '" + queue + "' has no ready, delayed or waiting job '" + LogText.shortened(id) + "'");
		}
		return change.done(new Entries().with("rescheduled", 1));
	}

	private static boolean reschedule(WorkQueue queue, String id, @Nullable Duration after, @Nullable Instant at) {
		return (after != null) ? queue.reschedule(id, after) : queue.reschedule(id, Objects.requireNonNull(at));
	}

	private WorkQueue find(String queue) {
		return QueueReader.find(this.queues, queue);
	}

	/**
	 * A change that somebody makes.
	 */
	private final class Change {

		private final String principal;

		private final Write write;

		private final WorkQueue queue;

		private final Entries data = new Entries();

		Change(String principal, Write write, WorkQueue queue) {
			this.principal = principal;
			this.write = write;
			this.queue = queue;
		}

		WorkQueue queue() {
			return this.queue;
		}

		/** Adds what the audit event and the response tell. */
		Change with(String name, @Nullable Object value) {
			this.data.with(name, value);
			return this;
		}

		/** One call of the queue, which ends soon, or fails. */
		<T> T call(Supplier<T> action) {
			return callForLong(() -> QueueWriter.this.calls.call(action));
		}

		/** As many calls of the queue as can be made in a time that the action knows. */
		<T> T callForLong(Supplier<T> action) {
			try {
				return action.get();
			}
			catch (QueueCalls.QueueCallException ex) {
				if (!ex.hasBegun()) {
					throw RefusedRequestException.failed("Nothing was changed", ex.reason());
				}
				throw uncertain(ex.reason());
			}
			catch (DataAccessException | QueueLayoutException ex) {
				throw uncertain(OutageReason.of(ex));
			}
		}

		private RefusedRequestException uncertain(String reason) {
			QueueWriter.this.audit.uncertain(this.principal, this.write, this.queue.name(), this.data.map(), reason);
			return RefusedRequestException.failed("It is unknown what was changed " + this.data.map(), reason);
		}

		/** Audits the change, and returns the response. */
		Map<String, Object> done(Entries result) {
			result.map().forEach(this.data::with);
			QueueWriter.this.audit.done(this.principal, this.write, this.queue.name(), this.data.map());
			Entries response = new Entries().with("queue", this.queue.name());
			this.data.map().forEach(response::with);
			return response.map();
		}

	}

}
