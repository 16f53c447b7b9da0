package io.github.redisqueue.samples.reliability.checker;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Subject;

/**
 * What holds of the times at which jobs begin, and of the duration of calls.
 */
final class TimeInvariants {

	/** Jobs that were disturbed may be late. */
	static final Invariant NEVER_EARLY = Invariant.ofJobs("I9",
			"No job begins before its ready time, nor more than 5 s after it, unless in line behind others",
			TimeInvariants::earlyOrLate);

	/**
	 * Judges each queue after each fault that was followed by five quiet seconds, if a
	 * job was ready. Poison may end all workers, so nothing can be expected after it.
	 */
	static final Invariant PROGRESS_AFTER_HEALING = new Invariant("I12",
			"Jobs are handled again within 5 s after a fault has ended", TimeInvariants::standstills);

	/** The time for which the process did not run does not count. */
	static final Invariant CALLS_END = new Invariant("I16",
			"No call that adds jobs lasts more than 3 s longer than its timeout",
			(history) -> history.of(Operation.ADD)
				.stream()
				.filter((add) -> lasted(add, history) > history.callTimeout() + 3 * History.SECOND)
				.map((add) -> Violation.of(add.subject(), "was added by a call of " + (add.end() - add.start()) + " µs",
						add)));

	/** Redis counts in milliseconds. */
	private static final long TOLERANCE = 1000;

	private static final long PATIENCE = 5 * History.SECOND;

	private TimeInvariants() {
	}

	private static Stream<Violation> earlyOrLate(JobHistory job, History history) {
		List<Event> additions = job.additions();
		List<Event> begins = job.of(Operation.BEGIN);
		if (additions.size() != 1 || begins.isEmpty()) {
			return Stream.empty();
		}
		return Stream.concat(first(job, additions.get(0), begins.get(0), history).stream(), (job.lives() == 1)
				? begins.stream().flatMap((begin) -> earlyRetry(job, begin, history)) : Stream.empty());
	}

	private static Optional<Violation> first(JobHistory job, Event add, Event begin, History history) {
		long ready = add.start() + add.number("delay", 0);
		if (begin.start() + TOLERANCE < ready) {
			return Optional.of(job.violation("began " + (ready - begin.start()) + " µs early", add, begin));
		}
		long due = due(add);
		if (begin.start() > due + PATIENCE && !history.faults().disturb(job.subject(), due, begin.start())
				&& !hasWaitedInLine(job.subject().queue(), due, begin.start(), history)) {
			return Optional.of(job.violation("began " + (begin.start() - due) + " µs late", add, begin));
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
				if (other.start() > last + PATIENCE) {
					return false;
				}
				last = other.start();
			}
		}
		return history.jobs(queue).noneMatch((other) -> hasOvertaken(other, due, begin));
	}

	private static boolean hasOvertaken(JobHistory other, long due, long begin) {
		return other.additions().size() == 1 && due(other.additions().get(0)) > due + PATIENCE
				&& other.of(Operation.BEGIN).stream().anyMatch((event) -> event.start() < begin);
	}

	/**
	 * A redriven job does not wait, and is not counted to have failed. Of several
	 * executions at the same time, one that failed may be followed by the retry, while
	 * another one goes on that has lost its lease.
	 */
	private static Stream<Violation> earlyRetry(JobHistory job, Event begin, History history) {
		List<Event> before = job.failures()
			.stream()
			.filter((end) -> end.number("failures", 0) + 1 == begin.number("failures", 0))
			.filter((end) -> end.end() <= begin.start())
			.toList();
		boolean early = before.stream().allMatch((end) -> begin.start() + TOLERANCE < end.end() + history.retryDelay());
		return (early && !before.isEmpty())
				? Stream.of(job.violation("was retried before its delay", before.get(0), begin)) : Stream.empty();
	}

	private static Stream<Violation> standstills(History history) {
		Set<String> queues = history.of(Operation.BEGIN).stream().map(Event::queue).collect(Collectors.toSet());
		return history.faults()
			.caused()
			.stream()
			.filter((fault) -> Faults.isCause(fault) && isFollowedByQuiet(fault, history))
			.flatMap((fault) -> queues.stream()
				.filter((queue) -> fault.queue().isEmpty() || fault.queue().equals(queue))
				.filter((queue) -> hasReadyJob(queue, fault, history) && !progresses(queue, fault, history))
				.map((queue) -> Violation.of(Subject.queue(queue),
						"no job was handled within 5 s after " + fault.text("fault"), fault)));
	}

	private static boolean isFollowedByQuiet(Event fault, History history) {
		return history.of(Operation.FAULT, Operation.STALL)
			.stream()
			.noneMatch(
					(other) -> !other.equals(fault) && (other.operation() == Operation.STALL || Faults.isCause(other))
							&& other.start() <= healed(fault) + PATIENCE && other.end() >= healed(fault));
	}

	/**
	 * Whether a job was ready when the fault ended, and was not handled until then. One
	 * that cannot be read is never handled, and one that may be lost was there if it was
	 * handled later.
	 */
	private static boolean hasReadyJob(String queue, Event fault, History history) {
		return history.jobs(queue)
			.filter((job) -> !job.of(Operation.BEGIN, Operation.LEASE).isEmpty() || job.of(Operation.DEAD).isEmpty())
			.anyMatch((job) -> job.of(Operation.ADD)
				.stream()
				.filter((add) -> add.isOk() && add.end() + add.number("delay", 0) <= healed(fault))
				.filter((add) -> !history.faults().mayHaveUndone(add) || !job.of(Operation.BEGIN).isEmpty())
				.anyMatch((add) -> job.of(Operation.BEGIN, Operation.LEASE, Operation.CANCEL, Operation.DEAD)
					.stream()
					.allMatch((event) -> event.end() > healed(fault))));
	}

	private static boolean progresses(String queue, Event fault, History history) {
		OptionalLong next = recovery(queue, fault, history);
		return next.isPresent() && next.getAsLong() <= PATIENCE;
	}

	/** The time from the end of a fault to the next beginning of a handler. */
	static OptionalLong recovery(String queue, Event fault, History history) {
		return history.of(Operation.BEGIN)
			.stream()
			.filter((begin) -> begin.queue().equals(queue) && begin.start() >= healed(fault))
			.mapToLong((begin) -> begin.start() - healed(fault))
			.findFirst();
	}

	/** A strike may go on after the time from which jobs have to be handled again. */
	private static long healed(Event fault) {
		return fault.number("healed", fault.end());
	}

	private static long lasted(Event add, History history) {
		long stalled = history.of(Operation.STALL)
			.stream()
			.filter((stall) -> stall.process().equals(add.process()))
			.mapToLong((stall) -> Math.max(0, Math.min(stall.end(), add.end()) - Math.max(stall.start(), add.start())))
			.sum();
		return add.end() - add.start() - stalled;
	}

}
