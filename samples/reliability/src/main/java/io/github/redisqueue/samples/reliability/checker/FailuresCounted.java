package io.github.redisqueue.samples.reliability.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.github.redisqueue.samples.reliability.history.Effect;
import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Operation;

/**
 * I8. A failure that Redis could not be told is not counted, and a crash needs a fault. A
 * poison job takes no other one along.
 */
final class FailuresCounted implements Invariant {

	@Override
	public String id() {
		return "I8";
	}

	@Override
	public String title() {
		return "Failures are those of handlers, and crashes are counted apart";
	}

	@Override
	public List<Violation> check(History history) {
		List<Violation> violations = new ArrayList<>();
		for (JobHistory job : history.jobs()) {
			if (history.faults().mayHaveUndone(job.events())) {
				continue;
			}
			for (Event seen : job.of(Operation.BEGIN, Operation.LEASE, Operation.DEAD)) {
				if (!history.faults().explain(Effect.CORRUPTS, job.subject(), 0, seen.end())) {
					failures(job, seen, history).ifPresent(violations::add);
					crashes(job, seen, history).ifPresent(violations::add);
				}
			}
		}
		return violations;
	}

	private Optional<Violation> failures(JobHistory job, Event seen, History history) {
		long counted = seen.number("failures", 0);
		List<Event> before = job.failures().stream().filter((end) -> end.end() <= seen.end()).toList();
		long reported = job.of(Operation.RETRY)
			.stream()
			.filter((retry) -> retry.start() <= seen.end() && !isOfHandler(retry, before))
			.count();
		// A payload that cannot be converted is a failure too, without a call of the
		// handler.
		long unreadable = seen.text("reason").equals("NOT_RETRYABLE") ? 1 : 0;
		long possible = before.size() + reported + unreadable;
		if (counted > possible) {
			return Optional.of(job.violation(this,
					"has " + counted + " failures, but handlers failed " + possible + " times", seen));
		}
		long sure = before.stream()
			.filter((end) -> end.end() < seen.start())
			.filter((end) -> !history.faults().disturb(job.subject(), end.start(), seen.start()))
			.count();
		if (job.lives() == 1 && counted < sure) {
			return Optional
				.of(job.violation(this, "has " + counted + " failures, but handlers failed " + sure + " times", seen));
		}
		return Optional.empty();
	}

	private static boolean isOfHandler(Event retry, List<Event> failures) {
		return failures.stream().anyMatch((end) -> end.number("token", 0) == retry.number("token", 0));
	}

	private static boolean isPoison(Event add) {
		return add.number("poison", 0) > 0;
	}

	private Optional<Violation> crashes(JobHistory job, Event seen, History history) {
		long counted = seen.number("crashes", 0);
		long from = job.events().get(0).start();
		long possible = history.faults().repetitions(job.subject(), from, seen.end());
		if (seen.text("reason").equals("CRASHES") && job.additions().stream().noneMatch(FailuresCounted::isPoison)
				&& !history.faults().mayHaveEndedWorkers(job.subject(), from, seen.end())) {
			return Optional.of(job.violation(this, "was buried for the crashes of another job", seen));
		}
		if (counted <= possible) {
			return Optional.empty();
		}
		return Optional.of(job.violation(this,
				"has " + counted + " crashes, but only " + possible + " faults may explain one", seen));
	}

}
