package io.github.redisqueue.samples.reliability.checker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import io.github.redisqueue.samples.reliability.history.Operation;

/**
 * I15. A process may be stopped after the listener has looked at the lease, and before
 * the first line of the handler: so one handler of a process is excused.
 */
final class BeginsWithinLease implements Invariant {

	/** What passes between the look and the first line, on a busy machine. */
	private static final long TOLERANCE = 50_000;

	@Override
	public String id() {
		return "I15";
	}

	@Override
	public String title() {
		return "No listener begins a handler with an expired lease";
	}

	@Override
	public List<Violation> check(History history) {
		List<Violation> violations = new ArrayList<>();
		Set<Held> byHand = history.of(Operation.LEASE).stream().map(Held::of).collect(Collectors.toSet());
		Map<String, Event> last = new HashMap<>();
		for (Event begin : history.of(Operation.BEGIN)) {
			if (begin.number("remaining", 0) < -TOLERANCE && !byHand.contains(Held.of(begin))) {
				Event before = last.put(begin.process(), begin);
				if (before != null && begin.start() - before.start() < history.leaseTime()) {
					violations.add(new Violation(id(), begin.subject(),
							"began " + -begin.number("remaining", 0)
									+ " µs after the end of its lease, as another one in the same process",
							List.of(before, begin)));
				}
			}
		}
		return violations;
	}

	/** A lease of a process. */
	private record Held(String process, Subject subject, long token) {

		static Held of(Event event) {
			return new Held(event.process(), event.subject(), event.number("token", 0));
		}

	}

}
