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
		return "No job begins before its ready time, nor more than 5 s after it, unless in line behind others";
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
		long due = due(add);
		if (begin.start() > due + LATE && !history.faults().disturb(job.subject(), due, begin.start())
				&& !hasWaitedInLine(job.subject().queue(), due, begin.start(), history)) {
			return Optional.of(job.violation(this, "began " + (begin.start() - due) + " µs late", add, begin));
		}
		return Optional.empty();
	}

	private static long due(Event add) {
		return add.end() + Math.max(0, add.number("delay", 0));
	}

	/**
	 * Whether handlers worked on a backlog of the queue meanwhile: they never paused for
	 * long, and began with no job that was due much later.
	 */
	private static boolean hasWaitedInLine(String queue, long due, long begin, History history) {
		long last = due;
		for (Event other : history.of(Operation.BEGIN)) {
			if (other.queue().equals(queue) && other.start() > last && other.start() <= begin) {
				if (other.start() > last + LATE) {
					return false;
				}
				last = other.start();
			}
		}
		return history.jobs(queue).noneMatch((other) -> hasOvertaken(other, due, begin));
	}

	private static boolean hasOvertaken(JobHistory other, long due, long begin) {
		return other.additions().size() == 1 && due(other.additions().get(0)) > due + LATE
				&& other.of(Operation.BEGIN).stream().anyMatch((event) -> event.start() < begin);
	}

	/**
	 * A redriven job does not wait, and is not counted to have failed. Of several
	 * executions at the same time, one that failed may be followed by the retry, while
	 * another one goes on that has lost its lease.
	 */
	private List<Violation> retries(JobHistory job, List<Event> begins, History history) {
		List<Violation> violations = new ArrayList<>();
		for (Event begin : begins) {
			List<Event> before = job.failures()
				.stream()
				.filter((end) -> end.number("failures", 0) + 1 == begin.number("failures", 0))
				.filter((end) -> end.end() <= begin.start())
				.toList();
			if (!before.isEmpty() && before.stream()
				.allMatch((end) -> begin.start() + TOLERANCE < end.end() + history.retryDelay())) {
				violations.add(job.violation(this, "was retried before its delay", before.get(0), begin));
			}
		}
		return (job.lives() == 1) ? violations : List.of();
	}

}
