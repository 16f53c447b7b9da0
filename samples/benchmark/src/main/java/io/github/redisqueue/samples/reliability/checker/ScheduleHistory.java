package io.github.redisqueue.samples.reliability.checker;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Outcome;
import io.github.redisqueue.samples.reliability.history.Event.Span;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import org.jspecify.annotations.Nullable;

/**
 * What happened to one schedule: its declarations, in the order in which they began, and
 * the jobs of its firings.
 */
final class ScheduleHistory {

	private final Subject subject;

	private final List<Event> declarations = new ArrayList<>();

	private final SortedMap<Long, JobHistory> firings = new TreeMap<>();

	private Optional<Event> end = Optional.empty();

	ScheduleHistory(Subject subject) {
		this.subject = subject;
	}

	/** The schedule that an event is about. */
	static Subject subject(Event event) {
		return new Subject(event.queue(), event.text("schedule"));
	}

	void add(Event event) {
		if (event.operation() == Operation.DECLARE) {
			this.declarations.add(event);
		}
		else {
			this.end = Optional.of(event);
		}
	}

	void add(Firing firing, JobHistory job) {
		this.firings.put(firing.instant(), job);
	}

	Subject subject() {
		return this.subject;
	}

	/** The jobs of all firings that were seen, by their instants in microseconds. */
	SortedMap<Long, JobHistory> firings() {
		return this.firings;
	}

	/** What had become of the firings when the schedule was paused at the end. */
	Optional<Event> end() {
		return this.end;
	}

	/** The first declaration of which it is known that it held. */
	Optional<Event> start() {
		return this.declarations.stream().filter(Event::isOk).findFirst();
	}

	/** The period in microseconds, 0 if there is none or several. */
	long period() {
		List<Long> periods = this.declarations.stream()
			.map((declaration) -> declaration.number("period", 0))
			.distinct()
			.toList();
		return (periods.size() == 1) ? periods.get(0) : 0;
	}

	/**
	 * Whether the job of a firing may consist of what was seen: of what one declaration
	 * says that held, unless another one has held later and before the firing.
	 */
	boolean mayConsistOf(long instant, Event seen) {
		List<Event> same = this.declarations.stream()
			.filter((declaration) -> hasContent(declaration, seen) && declaration.outcome() != Outcome.FAILED)
			.filter((declaration) -> declaration.start() <= seen.start())
			.toList();
		long last = same.stream().mapToLong(this::latestEffect).max().orElse(Long.MAX_VALUE);
		return !same.isEmpty() && this.declarations.stream()
			.noneMatch((other) -> other.isOk() && !hasContent(other, seen) && other.start() > last
					&& other.end() < instant);
	}

	private static boolean hasContent(Event declaration, Event seen) {
		return declaration.text("payload").equals(seen.text("payload"))
				&& declaration.text("headers").equals(seen.text("headers"));
	}

	/**
	 * A declaration may be written before and after the call. If only the first is there,
	 * the process was killed, and nobody knows when the call had its effect.
	 */
	private long latestEffect(Event declaration) {
		if (declaration.outcome() != Outcome.UNKNOWN) {
			return declaration.end();
		}
		return this.declarations.stream()
			.filter((other) -> other.outcome() != Outcome.UNKNOWN && other.start() == declaration.start()
					&& other.process().equals(declaration.process()))
			.mapToLong(Event::end)
			.findFirst()
			.orElse(Long.MAX_VALUE);
	}

	/**
	 * A time at which a schedule fires, as the id of its job names it, in microseconds
	 * since 1970.
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
		 * What Redis does at this time or later. Nobody sees it, and nobody can say what
		 * the job consists of.
		 */
		Event addition() {
			return new Event("redis", Operation.ADD, this.job, new Span(this.instant, this.instant), Outcome.UNKNOWN,
					Map.of());
		}

	}

}
