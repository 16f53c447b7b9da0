package io.github.redisqueue.endpoint;

import java.util.List;
import java.util.Map;

import io.github.redisqueue.JobEvent;

/**
 * What happened to a job, in responses.
 */
final class Events {

	private Events() {
	}

	/** Adds the events of a job, if any are known. */
	static Entries add(Entries entries, List<JobEvent> events) {
		return events.isEmpty() ? entries : entries.with("history", events.stream().map(Events::describe).toList());
	}

	private static Map<String, Object> describe(JobEvent event) {
		return new Entries().withText("at", event.at())
			.with("event", event.kind().name())
			.with("worker", event.worker())
			.with("detail", event.detail())
			.map();
	}

}
