package io.github.redisqueue.endpoint;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.redisqueue.JobEvent;
import io.github.redisqueue.JobEvent.Kind;

/**
 * What happened to a job, in responses.
 */
final class Events {

	/** A dead letter is purged without an event. */
	private static final Set<Kind> ENDS = EnumSet.of(Kind.COMPLETED, Kind.CANCELLED, Kind.BURIED);

	private Events() {
	}

	/** Adds the events of a job, if any are known. */
	static Entries add(Entries entries, List<JobEvent> events) {
		return events.isEmpty() ? entries : entries.with("history", events.stream().map(Events::describe).toList());
	}

	/** Whether the last event is one behind which a job may no longer be in its queue. */
	static boolean tellOfAnEnd(List<JobEvent> events) {
		return ENDS.contains(events.get(events.size() - 1).kind());
	}

	private static Map<String, Object> describe(JobEvent event) {
		return new Entries().withText("at", event.at())
			.with("event", event.kind().name())
			.with("worker", event.worker())
			.with("detail", event.detail())
			.map();
	}

}
