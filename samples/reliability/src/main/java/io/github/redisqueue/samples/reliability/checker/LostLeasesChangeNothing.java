package io.github.redisqueue.samples.reliability.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Operation;

/**
 * I13. A lease is lost when a later one of the same job has been seen.
 */
final class LostLeasesChangeNothing implements Invariant {

	private static final String TOKEN = "token";

	@Override
	public String id() {
		return "I13";
	}

	@Override
	public String title() {
		return "A worker that lost its lease changes nothing";
	}

	@Override
	public List<Violation> check(History history) {
		List<Violation> violations = new ArrayList<>();
		for (JobHistory job : history.jobs()) {
			if (history.faults().mayHaveUndone(job.events())) {
				continue;
			}
			for (Event change : job.of(Operation.EXTEND, Operation.COMPLETE, Operation.RETRY, Operation.RELEASE,
					Operation.BURY)) {
				if (change.isOk() && !history.faults().explain(Effect.CORRUPTS, job.subject(), 0, change.end())) {
					laterLease(job, change)
						.map((later) -> job
							.violation(this,
									"was changed with the token " + change.number(TOKEN, 0)
											+ " after it was leased with " + later.number(TOKEN, 0),
									later, change))
						.ifPresent(violations::add);
				}
			}
		}
		return violations;
	}

	private static Optional<Event> laterLease(JobHistory job, Event change) {
		return job.of(Operation.LEASE, Operation.BEGIN)
			.stream()
			.filter((lease) -> lease.end() < change.start() && lease.number(TOKEN, 0) > change.number(TOKEN, 0))
			.findFirst();
	}

}
