package io.github.redisqueue.samples.reliability.checker;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Event.Span;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import io.github.redisqueue.samples.reliability.history.Operation;
import io.github.redisqueue.samples.reliability.history.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * A time at which a schedule fires, as the id of its job names it.
 *
 * @param job the queue and the id of the job
 * @param schedule the queue and the id of the schedule
 * @param instant the time, in microseconds since 1970
 */
record Firing(Subject job, Subject schedule, long instant) {

	private static final char SEPARATOR = '@';

	/** The firing that the id of a job names, or null if it names none. */
	static @Nullable Firing of(Subject job) {
		int end = job.job().lastIndexOf(SEPARATOR);
		if (end < 0) {
			return null;
		}
		try {
			Instant instant = Instant.parse(job.job().substring(end + 1));
			return new Firing(job, new Subject(job.queue(), job.job().substring(0, end)),
					ChronoUnit.MICROS.between(Instant.EPOCH, instant));
		}
		catch (DateTimeException ex) {
			return null;
		}
	}

	/**
	 * What Redis does at this time or later. Nobody sees it, and nobody can say what the
	 * job consists of.
	 */
	Event addition() {
		return new Event("redis", Operation.ADD, this.job, new Span(this.instant, this.instant), Outcome.UNKNOWN,
				Map.of());
	}

}
