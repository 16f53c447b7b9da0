package io.github.redisqueue.algorithm.queue;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

import io.github.redisqueue.JobEvent;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Fields;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import org.jspecify.annotations.Nullable;

/**
 * What a queue remembers of its jobs. The scripts write it: {@code history.lua} that of
 * all jobs, if the queue keeps a history; else a record of failures has the few events
 * that are known without one.
 */
final class JobHistory {

	private static final Script GET = Script.load("history/get");

	private JobHistory() {
	}

	/** The events of a job, the oldest first. */
	static List<JobEvent> of(String id, Algorithm algorithm) {
		Call call = algorithm.keys().callWith("history", "failures", "dead:job").argument(id);
		Reply reply = algorithm.run(GET, call);
		byte[] noted = reply.bytes(0);
		List<JobEvent> events = new ArrayList<>((noted != null) ? read(noted) : List.of());
		// What was recorded while no history was kept.
		addMissing(inRecord(reply.bytes(2)), events);
		addMissing(inRecord(reply.bytes(1)), events);
		return inOrder(events);
	}

	/**
	 * Adds what is not known from elsewhere. Equal events in one place are several, as
	 * failures of one millisecond are.
	 */
	private static void addMissing(List<JobEvent> recorded, List<JobEvent> events) {
		List<JobEvent> known = new ArrayList<>(events);
		recorded.stream().filter((event) -> !known.remove(event)).forEach(events::add);
	}

	/**
	 * The events that a record of failures has behind its third colon; none if it was
	 * written while a history was kept, or by others.
	 */
	static List<JobEvent> inRecord(byte @Nullable [] record) {
		int from = 0;
		int colons = 0;
		while (record != null && from < record.length && colons < 3) {
			colons += (record[from++] == ':') ? 1 : 0;
		}
		return (record != null && colons == 3) ? read(Arrays.copyOfRange(record, from, record.length)) : List.of();
	}

	/** The events of a job; none if others have written something else. */
	private static List<JobEvent> read(byte[] packed) {
		int space = 0;
		while (space < packed.length && packed[space] != ' ') {
			space++;
		}
		try {
			return inOrder(Fields.decode(Arrays.copyOfRange(packed, Math.min(space + 1, packed.length), packed.length))
				.stream()
				.filter(Objects::nonNull)
				.map((event) -> event(Fields.decode(event)))
				.toList());
		}
		catch (IllegalArgumentException | IndexOutOfBoundsException | DateTimeException ex) {
			return List.of();
		}
	}

	/**
	 * By their time: while instances are configured differently, they note events in
	 * different places. Those of one millisecond stay in the order in which they were
	 * noted.
	 */
	private static List<JobEvent> inOrder(List<JobEvent> events) {
		return events.stream().sorted(Comparator.comparing(JobEvent::at)).toList();
	}

	/** Fields that newer versions may add are left out. */
	private static JobEvent event(List<byte @Nullable []> fields) {
		String kind = Fields.text(fields.get(1));
		String detail = Fields.text(fields.get(3));
		Instant at = Instant.ofEpochMilli(Long.parseLong(String.valueOf(Fields.text(fields.get(0)))));
		try {
			return new JobEvent(at, JobEvent.Kind.valueOf(String.valueOf(kind).toUpperCase(Locale.ROOT)),
					Fields.text(fields.get(2)), detail);
		}
		catch (IllegalArgumentException ex) {
			return new JobEvent(at, JobEvent.Kind.OTHER, Fields.text(fields.get(2)),
					(detail != null) ? kind + ": " + detail : kind);
		}
	}

}
