package io.github.redisqueue.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.Supplier;

import io.github.redisqueue.AuditFinding;
import io.github.redisqueue.AuditReport;
import io.github.redisqueue.AuditRule;
import io.github.redisqueue.CleanDepth;
import io.github.redisqueue.CleanReport;
import io.github.redisqueue.DeadLetters;
import io.github.redisqueue.LogText;
import io.github.redisqueue.PartialAuditException;
import io.github.redisqueue.WorkQueue;
import io.github.redisqueue.admin.Audit.Change;
import io.github.redisqueue.admin.Audit.Write;
import io.github.redisqueue.background.OutageReason;
import org.jspecify.annotations.Nullable;

/**
 * Changes queues for an operator. Each change is audited. What goes on for long, as a
 * cleaning or a redrive, runs on the thread of the caller, everything else as a call with
 * a deadline. Thread-safe.
 *
 * @param redriving for how long one request goes on to put back dead letters
 */
record QueueWriter(QueueCalls calls, BiFunction<String, CleanDepth, CleanReport> cleaner, Audit audit,
		DeadLetterReader deadLetters, Duration redriving) {

	/** How many dead letters may be put back each second. */
	private static final int MAX_RATE = 10_000;

	/** Rules whose findings are about a key instead of an id. */
	private static final Set<AuditRule> ABOUT_KEYS = EnumSet.of(AuditRule.WRONG_TYPE, AuditRule.UNKNOWN_KEY);

	Map<String, Object> pause(Caller caller, WorkQueue queue, boolean pause) {
		Change change = this.audit.change(caller, pause ? Write.QUEUE_PAUSED : Write.QUEUE_RESUMED, queue);
		Runnable action = pause ? queue::pause : queue::resume;
		call(change, () -> {
			action.run();
			return true;
		});
		return change.with("paused", pause).done();
	}

	Map<String, Object> clean(Caller caller, WorkQueue queue, Request request) {
		CleanDepth depth = request.constant("depth", CleanDepth.LIGHT);
		Change change = this.audit.change(caller, Write.QUEUE_CLEANED, queue)
			.with("depth", depth.name().toLowerCase(Locale.ROOT));
		CleanReport report = change.make(() -> this.cleaner.apply(queue.name(), depth));
		return change.with("reclaimed", report.reclaimed())
			.with("buried", report.buried())
			.with("dropped", report.dropped())
			.with("buriedIds", report.buriedIds())
			.done();
	}

	Map<String, Object> audit(Caller caller, WorkQueue queue, Request request) {
		Duration time = request.limit();
		return audited(this.audit.change(caller, Write.QUEUE_AUDITED, queue), () -> queue.audit(time));
	}

	Map<String, Object> repair(Caller caller, WorkQueue queue, Request request) {
		boolean isDry = request.truth("dryRun");
		Duration time = request.limit();
		return audited(this.audit.change(caller, Write.QUEUE_REPAIRED, queue).with("dryRun", isDry),
				() -> queue.repair(isDry, time));
	}

	private static Map<String, Object> audited(Change change, Supplier<AuditReport> call) {
		List<AuditFinding> findings = change.make(() -> {
			try {
				return addReport(change, call.get(), null);
			}
			catch (PartialAuditException ex) {
				// What was found counts, even if that is not all.
				Throwable cause = ex.getCause();
				String reason = (cause instanceof RuntimeException failure) ? ": " + OutageReason.of(failure) : "";
				return addReport(change, ex.report(), ex.getMessage() + reason);
			}
		});
		Map<String, Object> response = change.done();
		response.put("findings", findings.stream().map(QueueWriter::describe).toList());
		return response;
	}

	/** Adds what the audit event tells as well, and returns the findings. */
	private static List<AuditFinding> addReport(Change change, AuditReport report, @Nullable String error) {
		Map<String, Long> counts = new LinkedHashMap<>();
		report.counts().forEach((rule, count) -> counts.put(rule.name(), count));
		change.with("looked", report.looked())
			.with("mended", report.repaired())
			.with("counts", counts)
			.with("unchecked", report.unchecked().stream().map(Enum::name).toList())
			.with("error", error);
		return report.findings();
	}

	private static Map<String, Object> describe(AuditFinding finding) {
		return new Entries().with("rule", finding.rule().name())
			.with(ABOUT_KEYS.contains(finding.rule()) ? "key" : "id", finding.id())
			.with("shard", finding.shard())
			.with("detail", finding.detail())
			.with("remedy", finding.remedy().name())
			.with("mended", finding.repaired() ? true : null);
	}

	/** Puts back dead letters, as far as that can be done at once. */
	Map<String, Object> redriveAll(Caller caller, WorkQueue queue, Request request) {
		DeadLetterReader.Filter filter = DeadLetterReader.Filter.of(request);
		Integer rate = (request.text("rate") != null) ? (int) request.number("rate", 0, 1, MAX_RATE) : null;
		Change change = this.audit.change(caller, Write.QUEUE_DEAD_LETTERS_REDRIVEN, queue)
			.with("rate", rate)
			.with("reason", request.text("reason"))
			.with("exception", filter.exception())
			.with("text", filter.text());
		DeadLetters letters = queue.deadLetters();
		Redriving run = new Redriving(letters, this.redriving);
		long left = change.make(() -> {
			try {
				DeadLetterReader.Search found = this.deadLetters.search(letters, filter);
				change.with("searched", found.isComplete() ? null : "partly");
				run.putBack(found.ids(), rate);
				return filter.wantsAll() ? letters.count() : found.ids().size() - run.redriven;
			}
			finally {
				change.with("redriven", run.redriven);
			}
		});
		return change.with("left", left).done();
	}

	/** Puts back a dead letter, with another payload if the request gives one. */
	Map<String, Object> redrive(Caller caller, WorkQueue queue, Request request) {
		String id = request.id();
		byte[] payload = request.payload();
		Change change = this.audit.change(caller, Write.QUEUE_DEAD_LETTERS_REDRIVEN, queue)
			.with("id", id)
			.with("payload", (payload != null) ? "replaced" : null);
		DeadLetters letters = queue.deadLetters();
		if (!call(change, () -> redrive(letters, id, payload))) {
			throw this.deadLetters.find(queue, id).isEmpty() ? RefusedException.unknown(queue, "dead letter", id)
					: new RefusedException(409,
							"The dead letter '" + LogText.shortened(id) + "' of queue '" + queue.name()
									+ "' cannot be put back: the queue has a job with this id, or it was unreadable");
		}
		return change.with("redriven", 1).done();
	}

	private static boolean redrive(DeadLetters letters, String id, byte @Nullable [] payload) {
		try {
			return (payload != null) ? letters.redrive(id, payload) : !letters.redrive(List.of(id)).isEmpty();
		}
		catch (IllegalArgumentException ex) {
			throw new RefusedException(400, "The payload is refused: " + ex.getMessage());
		}
	}

	Map<String, Object> purgeAll(Caller caller, WorkQueue queue) {
		Change change = this.audit.change(caller, Write.QUEUE_DEAD_LETTERS_PURGED, queue);
		return change.with("purged", change.make(queue.deadLetters()::purgeAll)).done();
	}

	Map<String, Object> purge(Caller caller, WorkQueue queue, String id) {
		Change change = this.audit.change(caller, Write.QUEUE_DEAD_LETTERS_PURGED, queue).with("id", id);
		if (call(change, () -> queue.deadLetters().purge(List.of(id))).isEmpty()) {
			throw RefusedException.unknown(queue, "dead letter", id);
		}
		return change.with("purged", 1).done();
	}

	Map<String, Object> cancel(Caller caller, WorkQueue queue, String id) {
		Change change = this.audit.change(caller, Write.QUEUE_JOB_CANCELLED, queue).with("id", id);
		if (!call(change, () -> queue.cancel(id))) {
			throw RefusedException.unknown(queue, "ready, delayed, waiting or leased job", id);
		}
		return change.with("cancelled", 1).done();
	}

	Map<String, Object> reschedule(Caller caller, WorkQueue queue, Request request) {
		String id = request.id();
		RefusedException.require((request.text("delay") == null) != (request.text("readyAt") == null), 400,
				"Either 'delay', such as 30s, or 'readyAt', such as 2026-11-24T06:00:00Z, must be given");
		Duration delay = request.delay();
		Instant readyAt = request.readyAt();
		Change change = this.audit.change(caller, Write.QUEUE_JOB_RESCHEDULED, queue)
			.with("id", id)
			.with("delay", delay)
			.with("readyAt", readyAt);
		if (!call(change, () -> (delay != null) ? queue.reschedule(id, delay)
				: queue.reschedule(id, Objects.requireNonNull(readyAt)))) {
			throw RefusedException.unknown(queue, "ready, delayed or waiting job", id);
		}
		return change.with("rescheduled", 1).done();
	}

	/** Makes a change with one call of the queue, which ends soon, or fails. */
	private <T> T call(Change change, Supplier<T> action) {
		return change.make(() -> this.calls.call(action));
	}

	/**
	 * Puts back dead letters for a limited time, because a caller waits for the response.
	 * Not thread-safe.
	 */
	static final class Redriving {

		private static final int BATCH = 500;

		private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

		private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(10);

		private final DeadLetters letters;

		/** How long to go on with further ones. */
		private final Duration limit;

		/** How many were put back, also if Redis has failed. */
		long redriven;

		Redriving(DeadLetters letters, Duration limit) {
			this.letters = letters;
			this.limit = limit;
		}

		/**
		 * Puts back dead letters, each once, in their order, so many per second. At least
		 * one batch is tried.
		 */
		void putBack(List<String> ids, @Nullable Integer rate) {
			long begin = System.nanoTime();
			int next = 0;
			boolean more = true;
			while (more && next < ids.size()) {
				int wanted = wanted(rate, System.nanoTime() - begin);
				if (wanted > 0) {
					List<String> some = ids.subList(next, Math.min(ids.size(), next + wanted));
					this.redriven += this.letters.redrive(some).size();
					next += some.size();
				}
				else {
					LockSupport.parkNanos(PAUSE);
				}
				more = !Thread.currentThread().isInterrupted();
				more &= System.nanoTime() - begin < this.limit.toNanos();
			}
		}

		/** How many to put back now. The first of each second come at its begin. */
		private int wanted(@Nullable Integer rate, long elapsed) {
			if (rate == null) {
				return BATCH;
			}
			long due = (elapsed / SECOND + 1) * rate;
			return (int) Math.min(BATCH, due - this.redriven);
		}

	}

}
