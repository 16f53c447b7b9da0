package io.github.redisqueue.samples.reliability.checker;

import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Operation;

/**
 * I10. Headers have keys of their own, which a fault may have changed.
 */
final class ContentsIntact implements Invariant {

	@Override
	public String id() {
		return "I10";
	}

	@Override
	public String title() {
		return "Payloads and headers arrive as they were sent";
	}

	@Override
	public List<Violation> check(History history) {
		List<Violation> violations = new ArrayList<>();
		for (JobHistory job : history.jobs()) {
			List<Event> additions = job.additions();
			for (Event seen : job.of(Operation.BEGIN, Operation.DEAD)) {
				if (differs("payload", seen, additions)) {
					violations.add(job.violation(this, "has another payload", seen));
				}
				if (differs("headers", seen, additions)
						&& !history.faults().explain(Effect.CORRUPTS, job.subject(), 0, seen.end())) {
					violations.add(job.violation(this, "has other headers", seen));
				}
			}
		}
		return violations;
	}

	private static boolean differs(String fact, Event seen, List<Event> additions) {
		List<String> sent = additions.stream().map((add) -> add.text(fact)).filter((text) -> !text.isEmpty()).toList();
		return !seen.text(fact).isEmpty() && !sent.isEmpty() && !sent.contains(seen.text(fact));
	}

}
