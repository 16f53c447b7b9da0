package io.github.redisqueue.samples.reliability.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Event.Operation;

/**
 * I14. Judges schedules with a period that catch up with all firings and let jobs
 * overlap, as those of others may skip some. I9 says whether a firing was early, I4
 * whether a fault explains its repetition.
 */
final class FiringsExact {

	static final Invariant INVARIANT = new Invariant("I14",
			"Each firing of a schedule is one job: none is missing, and none comes again after it was completed",
			FiringsExact::check);

	/** For how long a schedule may seem to have stopped: it was late, or planned anew. */
	private static final long PATIENCE = 5 * History.SECOND;

	private FiringsExact() {
	}

	private static Stream<Violation> check(History history) {
		List<Violation> violations = new ArrayList<>();
		Set<String> drained = history.drainedQueues();
		for (ScheduleHistory schedule : history.schedules()) {
			if (history.faults().excuse(schedule.subject(), Long.MAX_VALUE)) {
				continue;
			}
			beginning(schedule).ifPresent(violations::add);
			gaps(schedule, violations);
			schedule.end().ifPresent((end) -> end(schedule, end, violations));
			schedule.firings().forEach((instant, job) -> {
				contents(schedule, instant, job).ifPresent(violations::add);
				again(job, history).ifPresent(violations::add);
				if (drained.contains(schedule.subject().queue()) && !JobInvariants.hasEnded(job, job.events().get(0))) {
					violations.add(job.violation("was fired, and has not ended"));
				}
			});
		}
		return violations.stream();
	}

	private static Optional<Violation> beginning(ScheduleHistory schedule) {
		if (schedule.period() == 0 || schedule.firings().isEmpty()) {
			return Optional.empty();
		}
		long first = schedule.firings().firstKey();
		return schedule.start()
			.filter((start) -> first > start.end() + schedule.period())
			.map((start) -> Violation.of(schedule.subject(),
					"fired " + (first - start.end()) + " µs after it was declared for the first time", start));
	}

	private static void gaps(ScheduleHistory schedule, List<Violation> violations) {
		long before = 0;
		for (Map.Entry<Long, JobHistory> firing : schedule.firings().entrySet()) {
			long distance = firing.getKey() - before;
			if (before > 0 && schedule.period() > 0 && distance != schedule.period()) {
				violations.add(firing.getValue()
					.violation("comes " + distance + " µs after the firing before, but the period is "
							+ schedule.period() + " µs", firing.getValue().events().get(0)));
			}
			before = firing.getKey();
		}
	}

	private static void end(ScheduleHistory schedule, Event end, List<Violation> violations) {
		long fired = end.number("fired", 0);
		if (fired != schedule.firings().size()) {
			violations.add(Violation.of(schedule.subject(),
					"has made " + fired + " jobs, but " + schedule.firings().size() + " were seen", end));
		}
		long skipped = end.number("skipped", 0);
		if (skipped > 0) {
			violations.add(Violation.of(schedule.subject(), "has skipped " + skipped + " firings", end));
		}
		long last = end.number("last", schedule.start().map(Event::end).orElse(end.start()));
		if (schedule.period() > 0 && last + schedule.period() + PATIENCE < end.start()) {
			violations.add(
					Violation.of(schedule.subject(), "did not fire for the last " + (end.start() - last) + " µs", end));
		}
	}

	private static Optional<Violation> contents(ScheduleHistory schedule, long instant, JobHistory job) {
		for (Event seen : job.of(Operation.BEGIN)) {
			if (!schedule.mayConsistOf(instant, seen)) {
				return Optional.of(job.violation("has not the contents of the declaration that held", seen));
			}
			String named = seen.text("schedule") + "@" + seen.text("firing");
			if (!named.equals(job.subject().job())) {
				return Optional.of(job.violation("has the headers of the firing " + named, seen));
			}
		}
		return Optional.empty();
	}

	/**
	 * Redis forgets the id of a job that is completed, so nothing but the schedule keeps
	 * the firing from becoming a job again. A handler may begin late, with an older token
	 * than that of the completion.
	 */
	private static Optional<Violation> again(JobHistory job, History history) {
		if (job.lives() > 1) {
			return Optional.empty();
		}
		List<Completion> completions = new ArrayList<>();
		for (Event complete : job.of(Operation.COMPLETE)) {
			if (complete.isOk()) {
				completions.add(new Completion(complete.end(), complete.number("token", 0)));
			}
		}
		for (Event end : job.successes()) {
			long sure = end.end() + 2 * history.leaseTime();
			if (!history.faults().explainRepetition(job.subject(), end, sure)) {
				completions.add(new Completion(sure, end.number("token", 0)));
			}
		}
		return job.of(Operation.BEGIN, Operation.LEASE)
			.stream()
			.filter((again) -> completions.stream().anyMatch((completion) -> completion.isBefore(again)))
			.findFirst()
			.map((again) -> job.violation("came again after it was completed", again));
	}

	/** When Redis surely had completed a job, and under which lease. */
	private record Completion(long time, long token) {

		boolean isBefore(Event again) {
			return this.time < again.start() && this.token < again.number("token", 0);
		}

	}

}
