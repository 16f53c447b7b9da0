package io.github.redisqueue.samples.reliability.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Operation;
import io.github.redisqueue.samples.reliability.history.Outcome;

/**
 * I1. Only queues whose drain is in the history can be judged.
 */
final class AddedJobsEnd implements Invariant {

	@Override
	public String id() {
		return "I1";
	}

	@Override
	public String title() {
		return "Each acknowledged job ends: completed, cancelled, or a dead letter";
	}

	@Override
	public List<Violation> check(History history) {
		List<Violation> violations = new ArrayList<>();
		Set<String> drained = history.drainedQueues();
		for (JobHistory job : history.jobs()) {
			if (drained.contains(job.subject().queue())) {
				job.of(Operation.ADD)
					.stream()
					.filter((add) -> isAcknowledged(add) && !hasEnded(job, add) && !history.faults().mayHaveUndone(add))
					.map((add) -> job.violation(this, "was acknowledged, and has not ended", add))
					.forEach(violations::add);
			}
		}
		for (Event drain : history.of(Operation.DRAINED)) {
			long left = drain.number("left", 0);
			if (left > 0) {
				violations.add(new Violation(id(), drain.subject(),
						left + " jobs are still in the queue after the drain", List.of(drain)));
			}
		}
		return violations;
	}

	/** An addition without a reply is repeated, and then finds the job present. */
	private static boolean isAcknowledged(Event add) {
		return add.isOk() || isPresent(add);
	}

	private static boolean isPresent(Event add) {
		return add.number("present", 0) > 0;
	}

	static boolean hasEnded(JobHistory job, Event add) {
		return job.events()
			.stream()
			.anyMatch((event) -> (event.end() >= add.start() || isPresent(add)) && isEnd(event));
	}

	private static boolean isEnd(Event event) {
		return switch (event.operation()) {
			case END, DEAD -> event.isOk();
			case CANCEL, COMPLETE -> event.outcome() != Outcome.FAILED;
			default -> false;
		};
	}

}
