package io.github.redisqueue.admin;

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
import io.github.redisqueue.admin.Audit.Write;
import io.github.redisqueue.background.OutageReason;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;

/**
 * Changes queues for an operator. Each change is audited. Thread-safe.
 */
final class QueueWriter {

	/** How many dead letters may be put back each second. */
	private static final int MAX_RATE = 10_000;

	private final QueueCalls calls;

	private final BiFunction<String, CleanDepth, CleanReport> cleaner;

	private final Audit audit;

	private final DeadLetterReader deadLetters;

	private final Duration redriving;

	/**
	 * Creates an instance.
	 * @param calls calls the queues
	 * @param cleaner cleans the queue with a name
	 * @param audit is told of all changes
	 * @param deadLetters searches for dead letters
	 * @param redriving for how long to put back dead letters
	 */
	QueueWriter(QueueCalls calls, BiFunction<String, CleanDepth, CleanReport> cleaner, Audit audit,
			DeadLetterReader deadLetters, Duration redriving) {
		this.calls = calls;
		this.cleaner = cleaner;
		this.audit = audit;
		this.deadLetters = deadLetters;
		this.redriving = redriving;
	}

	Map<String, Object> pause(Caller caller, WorkQueue queue) {
		return paused(new Change(caller, Write.QUEUE_PAUSED, queue), queue::pause, true);
	}

	Map<String, Object> resume(Caller caller, WorkQueue queue) {
		return paused(new Change(caller, Write.QUEUE_RESUMED, queue), queue::resume, false);
	}

	private static Map<String, Object> paused(Change change, Runnable action, boolean paused) {
		change.call(() -> {
			action.run();
			return true;
		});
		return change.with("paused", paused).done();
	}

	Map<String, Object> clean(Caller caller, WorkQueue queue, Request request) {
		CleanDepth depth = request.constant("depth", CleanDepth.LIGHT);
		Change change = new Change(caller, Write.QUEUE_CLEANED, queue).with("depth",
				depth.name().toLowerCase(Locale.ROOT));
		CleanReport report = change.callForLong(() -> this.cleaner.apply(queue.name(), depth));
		return change.with("reclaimed", report.reclaimed())
			.with("buried", report.buried())
			.with("dropped", report.dropped())
			.with("buriedIds", report.buriedIds())
			.done();
	}

	Map<String, Object> audit(Caller caller, WorkQueue queue, Request request) {
		Duration time = request.limit();
		return audited(new Change(caller, Write.QUEUE_AUDITED, queue), () -> queue.audit(time));
	}

	Map<String, Object> repair(Caller caller, WorkQueue queue, Request request) {
		boolean isDry = request.truth("dryRun");
		Duration time = request.limit();
		return audited(new Change(caller, Write.QUEUE_REPAIRED, queue).with("dryRun", isDry),
				() -> queue.repair(isDry, time));
	}

	private static Map<String, Object> audited(Change change, Supplier<AuditReport> call) {
		AuditOutcome outcome = change.callForLong(() -> AuditOutcome.read(call));
		outcome.summary().forEach(change::with);
		Map<String, Object> response = change.done();
		response.put("findings", outcome.findings());
		return response;
	}

	/** Puts back dead letters, as far as that can be done at once. */
	Map<String, Object> redriveAll(Caller caller, WorkQueue queue, Request request) {
		DeadLetterReader.Filter filter = DeadLetterReader.Filter.of(request);
		Integer rate = (request.text("rate") != null) ? (int) request.number("rate", 0, 1, MAX_RATE) : null;
		Change change = new Change(caller, Write.QUEUE_DEAD_LETTERS_REDRIVEN, queue).with("rate", rate)
			.with("reason", request.text("reason"))
			.with("exception", filter.exception())
			.with("text", filter.text());
		DeadLetters letters = queue.deadLetters();
		Redriving run = new Redriving(letters, this.redriving);
		long left = change.callForLong(() -> {
			try {
				DeadLetterReader.Search found = this.deadLetters.search(letters, filter);
				change.with("searched", found.isComplete() ? null : "partly");
				run.putBack(found.ids(), rate);
				return filter.wantsAll() ? letters.count() : found.ids().size() - run.redriven();
			}
			finally {
				change.with("redriven", run.redriven());
			}
		});
		return change.with("left", left).done();
	}

	/** Puts back a dead letter, with another payload if the request gives one. */
	Map<String, Object> redrive(Caller caller, WorkQueue queue, Request request) {
		String id = request.id();
		byte[] payload = request.payload();
		Change change = new Change(caller, Write.QUEUE_DEAD_LETTERS_REDRIVEN, queue).with("id", id)
			.with("payload", (payload != null) ? "replaced" : null);
		DeadLetters letters = queue.deadLetters();
		if (!change.call(() -> redrive(letters, id, payload))) {
			throw this.deadLetters.find(queue, id).isEmpty() ? DeadLetterReader.unknown(queue, id)
					: RefusedException
						.conflict("The dead letter '" + LogText.shortened(id) + "' of queue '" + queue.name()
								+ "' cannot be put back: the queue has a job with this id, or it was unreadable");
		}
		return change.with("redriven", 1).done();
	}

	private static boolean redrive(DeadLetters letters, String id, byte @Nullable [] payload) {
		try {
			return (payload != null) ? letters.redrive(id, payload) : !letters.redrive(List.of(id)).isEmpty();
		}
		catch (IllegalArgumentException ex) {
			throw RefusedException.invalid("The payload is refused: " + ex.getMessage());
		}
	}

	Map<String, Object> purgeAll(Caller caller, WorkQueue queue) {
		Change change = new Change(caller, Write.QUEUE_DEAD_LETTERS_PURGED, queue);
		return change.with("purged", change.callForLong(queue.deadLetters()::purgeAll)).done();
	}

	Map<String, Object> purge(Caller caller, WorkQueue queue, String id) {
		Change change = new Change(caller, Write.QUEUE_DEAD_LETTERS_PURGED, queue).with("id", id);
		if (change.call(() -> queue.deadLetters().purge(List.of(id))).isEmpty()) {
			throw DeadLetterReader.unknown(queue, id);
		}
		return change.with("purged", 1).done();
	}

	Map<String, Object> cancel(Caller caller, WorkQueue queue, String id) {
		Change change = new Change(caller, Write.QUEUE_JOB_CANCELLED, queue).with("id", id);
		if (!change.call(() -> queue.cancel(id))) {
			throw noJob(queue, "ready, delayed, waiting or leased", id);
		}
		return change.with("cancelled", 1).done();
	}

	Map<String, Object> reschedule(Caller caller, WorkQueue queue, Request request) {
		String id = request.id();
		if ((request.text("delay") == null) == (request.text("readyAt") == null)) {
			throw RefusedException
				.invalid("Either 'delay', such as 30s, or 'readyAt', such as 2026-11-24T06:00:00Z, must be given");
		}
		Duration delay = request.delay();
		Instant readyAt = request.readyAt();
		Change change = new Change(caller, Write.QUEUE_JOB_RESCHEDULED, queue).with("id", id)
			.with("delay", delay)
			.with("readyAt", readyAt);
		if (!change.call(() -> reschedule(queue, id, delay, readyAt))) {
			throw noJob(queue, "ready, delayed or waiting", id);
		}
		return change.with("rescheduled", 1).done();
	}

	private static boolean reschedule(WorkQueue queue, String id, @Nullable Duration delay, @Nullable Instant readyAt) {
		return (delay != null) ? queue.reschedule(id, delay) : queue.reschedule(id, Objects.requireNonNull(readyAt));
	}

	private static RefusedException noJob(WorkQueue queue, String states, String id) {
		return RefusedException
			.unknown("Queue '" + queue.name() + "' has no " + states + " job '" + LogText.shortened(id) + "'");
	}

	/**
	 * A change that somebody makes. Not thread-safe.
	 */
	private final class Change {

		private final Caller caller;

		private final Write write;

		private final String queue;

		/** What the audit event and the response tell. */
		private final Entries data = new Entries();

		Change(Caller caller, Write write, WorkQueue queue) {
			this.caller = caller;
			this.write = write;
			this.queue = queue.name();
		}

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
					throw RefusedException.failed("Nothing was changed: " + ex.reason());
				}
				throw uncertain(ex.reason());
			}
			catch (DataAccessException | QueueLayoutException ex) {
				throw uncertain(OutageReason.of(ex));
			}
		}

		private RefusedException uncertain(String reason) {
			QueueWriter.this.audit.uncertain(this.caller.name(), this.write, this.queue, this.data, reason);
			return RefusedException.failed("It is unknown what was changed " + this.data + ": " + reason);
		}

		/** Audits the change, and returns the response. */
		Map<String, Object> done() {
			QueueWriter.this.audit.done(this.caller.name(), this.write, this.queue, this.data);
			Map<String, Object> response = new Entries().with("queue", this.queue);
			response.putAll(this.data);
			return response;
		}

	}

}
