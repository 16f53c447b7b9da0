package io.github.redisqueue.samples.reliability.checker;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

import io.github.redisqueue.samples.reliability.checker.Verdict.Figures;
import io.github.redisqueue.samples.reliability.checker.Verdict.Losses;
import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Event.Operation;

/**
 * Checks histories against all invariants.
 */
public final class Checker {

	private static final List<Invariant> INVARIANTS = List.of(JobInvariants.ADDED_JOBS_END, JobInvariants.NO_STRANGERS,
			JobInvariants.COMPLETED_ONCE, ExecutionInvariants.REPEATS_EXPLAINED, LeaseInvariants.LEASES_HAVE_HOLDERS,
			CountsAddUp.INVARIANT, LeaseInvariants.TOKENS_GROW, ExecutionInvariants.FAILURES_COUNTED,
			TimeInvariants.NEVER_EARLY, JobInvariants.CONTENTS_INTACT, JobInvariants.NO_LEFTOVERS,
			TimeInvariants.PROGRESS_AFTER_HEALING, LeaseInvariants.LOST_LEASES_CHANGE_NOTHING, FiringsExact.INVARIANT,
			LeaseInvariants.BEGINS_WITHIN_LEASE, TimeInvariants.CALLS_END, LeaseInvariants.STRANGERS_REFUSED);

	private Checker() {
	}

	/** Checks the events of all processes, in the order of their beginning. */
	public static Verdict check(List<Event> events) {
		History history = new History(events);
		List<Violation> violations = new ArrayList<>();
		INVARIANTS.forEach((invariant) -> violations.addAll(invariant.check(history)));
		return new Verdict(figures(history), Losses.of(history), drain(history), titles(), violations);
	}

	private static Map<String, String> titles() {
		Map<String, String> titles = new LinkedHashMap<>();
		INVARIANTS.forEach((invariant) -> titles.put(invariant.id(), invariant.title()));
		return titles;
	}

	private static Figures figures(History history) {
		long operations = history.of(Operation.values())
			.stream()
			.filter((event) -> !event.job().isEmpty() && event.operation() != Operation.FAULT)
			.count();
		long faults = history.faults()
			.caused()
			.stream()
			.filter((fault) -> fault.job().isEmpty() && fault.number("consequence", 0) == 0)
			.mapToLong((fault) -> fault.number("times", 1))
			.sum();
		return new Figures(operations,
				sum(history, (job) -> job.of(Operation.ADD).stream().anyMatch(Event::isOk) ? 1 : 0),
				sum(history, (job) -> job.of(Operation.BEGIN).size()),
				sum(history, (job) -> ExecutionInvariants.repetitions(job).size()), faults, recoveries(history));
	}

	private static long drain(History history) {
		long added = history.of(Operation.ADD).stream().mapToLong(Event::end).max().orElse(0);
		return history.of(Operation.DRAINED)
			.stream()
			.mapToLong((drain) -> Math.max(0, drain.start() - added))
			.max()
			.orElse(0);
	}

	private static long sum(History history, ToLongFunction<JobHistory> number) {
		return history.jobs().stream().mapToLong(number).sum();
	}

	private static List<Long> recoveries(History history) {
		List<String> queues = history.of(Operation.BEGIN).stream().map(Event::queue).distinct().toList();
		List<Long> recoveries = new ArrayList<>();
		for (Event fault : history.faults().caused()) {
			if (Faults.isCause(fault)) {
				queues.forEach((queue) -> TimeInvariants.recovery(queue, fault, history).ifPresent(recoveries::add));
			}
		}
		return recoveries;
	}

}
