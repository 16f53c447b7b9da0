package io.github.redisqueue.samples.reliability.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Operation;

/**
 * I7. A handler may begin late, with an older token than another one, only if its process
 * did not run in between.
 */
final class TokensGrow implements Invariant {

	private static final String TOKEN = "token";

	@Override
	public String id() {
		return "I7";
	}

	@Override
	public String title() {
		return "The tokens of a job only grow";
	}

	@Override
	public List<Violation> check(History history) {
		List<Violation> violations = new ArrayList<>();
		for (JobHistory job : history.jobs()) {
			if (history.faults().mayHaveUndone(job.events()) || history.faults()
				.explain(Effect.CORRUPTS, job.subject(), 0, job.events().get(job.events().size() - 1).end())) {
				continue;
			}
			check(job, job.of(Operation.LEASE), (one, next) -> one.end() >= next.start(), violations);
			check(job, job.of(Operation.BEGIN),
					(one, next) -> one.number(TOKEN, 0) != next.number(TOKEN, 0)
							&& history.faults().explain(Effect.REPEATS, job.subject(), one.start(), next.start()),
					violations);
		}
		return violations;
	}

	private void check(JobHistory job, List<Event> events, BiPredicate<Event, Event> excused,
			List<Violation> violations) {
		for (int i = 1; i < events.size(); i++) {
			Event one = events.get(i - 1);
			Event next = events.get(i);
			if (next.number(TOKEN, 0) <= one.number(TOKEN, 0) && !excused.test(one, next)) {
				violations.add(job.violation(this,
						"has the token " + next.number(TOKEN, 0) + " after " + one.number(TOKEN, 0), one, next));
			}
		}
	}

}
