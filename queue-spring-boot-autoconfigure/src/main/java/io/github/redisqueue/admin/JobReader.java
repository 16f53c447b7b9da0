package io.github.redisqueue.admin;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

import io.github.redisqueue.Job;
import io.github.redisqueue.JobEvent;
import io.github.redisqueue.JobEvent.Kind;
import io.github.redisqueue.JobPage;
import io.github.redisqueue.JobState;
import io.github.redisqueue.JobStatus;
import io.github.redisqueue.LogText;
import io.github.redisqueue.WorkQueue;
import org.jspecify.annotations.Nullable;

/**
 * Describes jobs. Thread-safe.
 */
record JobReader(QueueCalls calls) {

	/** A dead letter is purged without an event. */
	private static final Set<Kind> ENDS = EnumSet.of(Kind.COMPLETED, Kind.CANCELLED, Kind.BURIED);

	/**
	 * Stands for a payload, and for the value of each header, as Actuator hides values.
	 */
	private static final String HIDDEN = "******";

	/**
	 * A page of the jobs in one state, without their payloads: those in {@code state},
	 * ready by default, from {@code cursor} on, {@code count} at most. Or the job with
	 * the {@code id}.
	 */
	Map<String, Object> list(WorkQueue queue, Request request, boolean showValues) {
		String id = request.text("id");
		return (id != null) ? read(queue, () -> one(queue, id, showValues)) : page(queue, request);
	}

	private Map<String, Object> page(WorkQueue queue, Request request) {
		JobState state = request.constant("state", JobState.READY);
		int count = request.count();
		JobPage page = read(queue, () -> browse(queue, state, request.text("cursor"), count));
		return new Entries().with("state", text(state))
			.with("jobs", page.jobs().stream().map(JobReader::describe).toList())
			.with("nextCursor", page.cursor());
	}

	private static JobPage browse(WorkQueue queue, JobState state, @Nullable String cursor, int count) {
		try {
			return queue.browse(state, cursor, count);
		}
		catch (IllegalArgumentException ex) {
			throw new RefusedException(400, "'" + LogText.shortened(String.valueOf(cursor))
					+ "' is not allowed for 'cursor'. Allowed: the 'nextCursor' of the page before");
		}
	}

	/**
	 * A job in any state, with what happened to it, as far as that is known; also one
	 * that has ended, if the queue keeps a history.
	 */
	private static Map<String, Object> one(WorkQueue queue, String id, boolean showValues) {
		JobStatus status = queue.find(id).orElse(null);
		List<JobEvent> events = queue.history(id);
		boolean hasEnded = !events.isEmpty() && ENDS.contains(events.get(events.size() - 1).kind());
		if (status == null && !events.isEmpty() && !hasEnded) {
			// It may have been added in between.
			status = queue.find(id).orElse(null);
		}
		if (status == null && events.isEmpty()) {
			throw RefusedException.unknown(queue, "job", id);
		}
		if (status == null) {
			// It is gone if it is not there though its history does not tell of an end.
			return addEvents(new Entries().with("id", id).with("state", hasEnded ? "ended" : "gone"), events);
		}
		Job job = status.job();
		Entries entries = addEvents(describe(status), events);
		return (job != null) ? addContent(entries, job, showValues) : entries;
	}

	private static Entries describe(JobStatus job) {
		Entries entries = new Entries().with("id", job.id())
			.with("state", text(job.state()))
			.with("payloadBytes", job.payloadSize())
			.with("group", job.group())
			.with("failures", job.failures())
			.with("crashes", job.crashes())
			.with("readyAt", job.readyAt())
			.with("worker", job.worker())
			.with("leaseEnd", job.leaseEnd())
			.with("blockedBy", job.blockedBy());
		return job.obstacles().isEmpty() ? entries
				: entries.with("obstacles", job.obstacles().stream().map(Enum::name).sorted().toList());
	}

	static Entries addEvents(Entries entries, List<JobEvent> events) {
		return events.isEmpty() ? entries
				: entries.with("history",
						events.stream()
							.map((event) -> new Entries().with("at", event.at())
								.with("event", event.kind().name())
								.with("worker", event.worker())
								.with("detail", event.detail()))
							.toList());
	}

	/**
	 * Adds the payload and the headers of a job, hidden unless they are shown. A payload
	 * is text if its bytes are UTF-8, and Base64 if they are not.
	 */
	static Entries addContent(Entries entries, Job job, boolean show) {
		Map<String, String> headers = new TreeMap<>(job.headers());
		if (!show) {
			headers.replaceAll((name, value) -> HIDDEN);
			return entries.with("payload", HIDDEN).with("headers", headers);
		}
		byte[] payload = job.payload();
		try {
			entries.with("payload", StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(payload)).toString());
		}
		catch (CharacterCodingException ex) {
			entries.with("payloadBase64", Base64.getEncoder().encodeToString(payload));
		}
		return entries.with("headers", headers);
	}

	private static String text(JobState state) {
		return state.name().toLowerCase(Locale.ROOT);
	}

	private <T> T read(WorkQueue queue, Supplier<T> call) {
		return this.calls.read("The jobs of queue '" + queue.name() + "' cannot be read", this.calls.begin(call));
	}

}
