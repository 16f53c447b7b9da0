package io.github.redisqueue.samples.reliability.checker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Event.Effect;
import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Subject;

/**
 * What holds of leases and their tokens, and of the instances that hold them.
 */
final class LeaseInvariants {

	/** The history has the numbers, as only Redis knows them. */
	static final Invariant LEASES_HAVE_HOLDERS = Invariant.ofEvents("I5",
			"After a cleaning, each leased job has a holder, and each lease a job", Operation.HOLDERS,
			(seen) -> (seen.facts().get("orphans") instanceof Collection<?> orphans && !orphans.isEmpty())
					? Stream.of("left after cleanings: " + seen.text("orphans")) : Stream.empty());

	/**
	 * A handler may begin late, with an older token than another one, only if its process
	 * did not run in between.
	 */
	static final Invariant TOKENS_GROW = Invariant.ofJobs("I7", "The tokens of a job only grow",
			LeaseInvariants::decreases);

	/** A lease is lost when a later one of the same job has been seen. */
	static final Invariant LOST_LEASES_CHANGE_NOTHING = Invariant.ofJobs("I13",
			"A worker that lost its lease changes nothing", LeaseInvariants::lateChanges);

	/**
	 * A process may be stopped after the listener has looked at the lease, and before the
	 * first line of the handler: so one handler of a process is excused.
	 */
	static final Invariant BEGINS_WITHIN_LEASE = new Invariant("I15",
			"No listener begins a handler with an expired lease", LeaseInvariants::lateBegins);

	/** The fault that started an instance says what came of it. */
	static final Invariant STRANGERS_REFUSED = Invariant.ofEvents("I17",
			"No instance starts whose queues have another type or other shards", Operation.FAULT,
			(fault) -> (fault.number("strangers", 0) > 0)
					? Stream.of("an instance with other settings has started after " + fault.text("fault"))
					: Stream.empty());

	private static final String TOKEN = "token";

	/** What passes between the look and the first line, on a busy machine. */
	private static final long TOLERANCE = 50_000;

	private LeaseInvariants() {
	}

	private static Stream<Violation> decreases(JobHistory job, History history) {
		Faults faults = history.faults();
		if (faults.mayHaveUndone(job.events())
				|| faults.explain(Effect.CORRUPTS, job.subject(), 0, job.events().get(job.events().size() - 1).end())) {
			return Stream.empty();
		}
		return Stream.concat(decreases(job, job.of(Operation.LEASE), (one, next) -> one.end() >= next.start()),
				decreases(job, job.of(Operation.BEGIN), (one, next) -> one.number(TOKEN, 0) != next.number(TOKEN, 0)
						&& faults.explain(Effect.REPEATS, job.subject(), one.start(), next.start())));
	}

	private static Stream<Violation> decreases(JobHistory job, List<Event> events, BiPredicate<Event, Event> excused) {
		return IntStream.range(1, events.size())
			.filter((i) -> events.get(i).number(TOKEN, 0) <= events.get(i - 1).number(TOKEN, 0)
					&& !excused.test(events.get(i - 1), events.get(i)))
			.mapToObj((i) -> job.violation(
					"has the token " + events.get(i).number(TOKEN, 0) + " after " + events.get(i - 1).number(TOKEN, 0),
					events.get(i - 1), events.get(i)));
	}

	private static Stream<Violation> lateChanges(JobHistory job, History history) {
		if (history.faults().mayHaveUndone(job.events())) {
			return Stream.empty();
		}
		return job.of(Operation.EXTEND, Operation.COMPLETE, Operation.RETRY, Operation.RELEASE, Operation.BURY)
			.stream()
			.filter((change) -> change.isOk()
					&& !history.faults().explain(Effect.CORRUPTS, job.subject(), 0, change.end()))
			.flatMap((change) -> laterLease(job, change)
				.map((later) -> job.violation("was changed with the token " + change.number(TOKEN, 0)
						+ " after it was leased with " + later.number(TOKEN, 0), later, change))
				.stream());
	}

	private static Optional<Event> laterLease(JobHistory job, Event change) {
		return job.of(Operation.LEASE, Operation.BEGIN)
			.stream()
			.filter((lease) -> lease.end() < change.start() && lease.number(TOKEN, 0) > change.number(TOKEN, 0))
			.findFirst();
	}

	private static Stream<Violation> lateBegins(History history) {
		List<Violation> violations = new ArrayList<>();
		Set<Held> byHand = history.of(Operation.LEASE).stream().map(Held::of).collect(Collectors.toSet());
		Map<String, Event> last = new HashMap<>();
		for (Event begin : history.of(Operation.BEGIN)) {
			if (begin.number("remaining", 0) < -TOLERANCE && !byHand.contains(Held.of(begin))) {
				Event before = last.put(begin.process(), begin);
				if (before != null && begin.start() - before.start() < history.leaseTime()) {
					violations.add(Violation.of(begin.subject(),
							"began " + -begin.number("remaining", 0)
									+ " µs after the end of its lease, as another one in the same process",
							before, begin));
				}
			}
		}
		return violations.stream();
	}

	private record Held(String process, Subject subject, long token) {

		static Held of(Event event) {
			return new Held(event.process(), event.subject(), event.number(TOKEN, 0));
		}

	}

}
