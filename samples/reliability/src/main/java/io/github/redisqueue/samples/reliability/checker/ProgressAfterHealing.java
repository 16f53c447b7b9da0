package io.github.redisqueue.samples.reliability.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Event.Subject;
import io.github.redisqueue.samples.reliability.history.Operation;

/**
 * I12. Judges each queue after each fault that was followed by five quiet seconds, if a
 * job was ready. Poison may end all workers, so nothing can be expected after it.
 */
final class ProgressAfterHealing implements Invariant {

	private static final long PATIENCE = 5 * History.SECOND;

	@Override
	public String id() {
		return "I12";
	}

	@Override
	public String title() {
		return "Jobs are handled again within 5 s after a fault has ended";
	}

	@Override
	public List<Violation> check(History history) {
		List<Violation> violations = new ArrayList<>();
		Set<String> queues = history.of(Operation.BEGIN).stream().map(Event::queue).collect(Collectors.toSet());
		for (Event fault : history.faults().caused()) {
			if (Faults.isCause(fault) && isFollowedByQuiet(fault, history)) {
				queues.stream()
					.filter((queue) -> fault.queue().isEmpty() || fault.queue().equals(queue))
					.filter((queue) -> hasReadyJob(queue, fault, history) && !progresses(queue, fault, history))
					.map((queue) -> new Violation(id(), Subject.queue(queue),
							"no job was handled within 5 s after " + fault.text("fault"), List.of(fault)))
					.forEach(violations::add);
			}
		}
		return violations;
	}

	private static boolean isFollowedByQuiet(Event fault, History history) {
		Predicate<Event> disturbs = (other) -> !other.equals(fault)
				&& (other.operation() == Operation.STALL || Faults.isCause(other))
				&& other.start() <= healed(fault) + PATIENCE && other.end() >= healed(fault);
		return history.of(Operation.FAULT, Operation.STALL).stream().noneMatch(disturbs);
	}

	/**
	 * Whether a job was ready when the fault ended, and was not handled until then. One
	 * that cannot be read is never handled, and one that may be lost was there if it was
	 * handled later.
	 */
	private static boolean hasReadyJob(String queue, Event fault, History history) {
		return history.jobs(queue)
			.filter((job) -> !job.of(Operation.BEGIN, Operation.LEASE).isEmpty() || job.of(Operation.DEAD).isEmpty())
			.flatMap((job) -> job.of(Operation.ADD)
				.stream()
				.filter((add) -> add.isOk() && add.end() + add.number("delay", 0) <= healed(fault))
				.filter((add) -> !history.faults().mayHaveUndone(add) || !job.of(Operation.BEGIN).isEmpty())
				.filter((add) -> job.of(Operation.BEGIN, Operation.LEASE, Operation.CANCEL, Operation.DEAD)
					.stream()
					.allMatch((event) -> event.end() > healed(fault))))
			.findAny()
			.isPresent();
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

}
