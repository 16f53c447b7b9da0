package io.github.redisqueue.samples.reliability.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Operation;

/**
 * I9. Jobs that were disturbed may be late.
 */
final class NeverEarly implements Invariant {

	/** Redis counts in milliseconds. */
	private static final long TOLERANCE = 1000;

	private static final long LATE = 5 * History.SECOND;

	@Override
	public String id() {
		return "I9";
	}

	@Override
	public String title() {
		return "No job begins before its ready time, nor more than 5 s after it";
	}

	@Override
	public List<Violation> check(History history) {
		List<Violation> violations = new ArrayList<>();
		for (JobHistory job : history.jobs()) {
			List<Event> additions = job.additions();
			List<Event> begins = job.of(Operation.BEGIN);
			if (additions.size() == 1 && !begins.isEmpty()) {
				first(job, additions.get(0), begins.get(0), history).ifPresent(violations::add);
				violations.addAll(retries(job, begins, history));
			}
		}
		return violations;
	}

	private Optional<Violation> first(JobHistory job, Event add, Event begin, History history) {
		long ready = add.start() + add.number("delay", 0);
		if (begin.start() + TOLERANCE < ready) {
			return Optional.of(job.violation(this, "began " + (ready - begin.start()) + " µs early", add, begin));
		}
		long due = Math.max(add.end(), add.end() + add.number("delay", 0));
		if (begin.start() > due + LATE && !history.faults().disturb(job.subject(), due, begin.start())) {
			return Optional.of(job.violation(this, "began " + (begin.start() - due) + " µs late", add, begin));
		}
		return Optional.empty();
	}

	/** A redriven job does not wait, and is not counted to have failed. */
	private List<Violation> retries(JobHistory job, List<Event> begins, History history) {
		List<Violation> violations = new ArrayList<>();
		for (Event begin : begins) {
			job.failures()
				.stream()
				.filter((end) -> end.number("failures", 0) + 1 == begin.number("failures", 0))
				.filter((end) -> end.end() <= begin.start()
						&& begin.start() + TOLERANCE < end.end() + history.retryDelay())
				.map((end) -> job.violation(this, "was retried before its delay", end, begin))
				.forEach(violations::add);
		}
		return (job.lives() == 1) ? violations : List.of();
	}

}
