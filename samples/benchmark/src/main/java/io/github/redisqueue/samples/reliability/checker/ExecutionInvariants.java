package io.github.redisqueue.samples.reliability.checker;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Event.Effect;
import io.github.redisqueue.samples.reliability.history.Event.Operation;
import io.github.redisqueue.samples.reliability.history.Event.Outcome;

/**
 * What holds of the executions of a job after the first, and of what is counted of them.
 */
final class ExecutionInvariants {

	/**
	 * What explains a further execution: a failure of the handler before, a further life,
	 * a fault near by, or a loss. One fault explains one repetition of a job in each
	 * worker, or more if it says that it struck several times.
	 */
	static final Invariant REPEATS_EXPLAINED = Invariant.ofJobs("I4",
			"Each execution after the first is explained by a failure or a fault", ExecutionInvariants::unexplained);

	/**
	 * A failure that Redis could not be told is not counted, and a crash needs a fault. A
	 * poison job takes no other one along.
	 */
	static final Invariant FAILURES_COUNTED = Invariant.ofJobs("I8",
			"Failures are those of handlers, and crashes are counted apart", ExecutionInvariants::miscounted);

	private ExecutionInvariants() {
	}

	private static Stream<Violation> unexplained(JobHistory job, History history) {
		Faults faults = history.faults();
		List<Repetition> repetitions = repetitions(job);
		if (repetitions.isEmpty() || faults.mayHaveUndone(job.events())) {
			return Stream.empty();
		}
		for (Repetition repetition : repetitions) {
			if (!faults.explainRepetition(job.subject(), repetition.before(), repetition.again().start())) {
				return Stream
					.of(job.violation("was handled again without a fault", repetition.before(), repetition.again()));
			}
		}
		List<Event> begins = job.of(Operation.BEGIN);
		long possible = faults.repetitions(job.subject(), begins.get(0).start(), begins.get(begins.size() - 1).start());
		if (repetitions.size() <= possible) {
			return Stream.empty();
		}
		return Stream.of(job.violation(
				"was repeated " + repetitions.size() + " times, but only " + possible + " faults may explain that",
				begins.toArray(Event[]::new)));
	}

	private static boolean haveToken(List<Event> ends, Event event) {
		return ends.stream().anyMatch((end) -> end.number("token", 0) == event.number("token", 0));
	}

	/** The executions of a job that only a fault can explain. */
	static List<Repetition> repetitions(JobHistory job) {
		List<Event> begins = job.of(Operation.BEGIN);
		return IntStream.range(1, begins.size())
			.mapToObj((i) -> new Repetition(begins.get(i - 1), begins.get(i)))
			.filter((repetition) -> !repetition.followsFailure(job) && !repetition.isNewLife(job))
			.toList();
	}

	record Repetition(Event before, Event again) {

		boolean followsFailure(JobHistory job) {
			return haveToken(job.failures(), this.before);
		}

		boolean isNewLife(JobHistory job) {
			return job.of(Operation.ADD, Operation.REDRIVE)
				.stream()
				.filter((event) -> event.outcome() != Outcome.FAILED)
				.anyMatch((event) -> event.end() >= this.before.start() && event.start() <= this.again.start());
		}

	}

	private static Stream<Violation> miscounted(JobHistory job, History history) {
		if (history.faults().mayHaveUndone(job.events())) {
			return Stream.empty();
		}
		return job.of(Operation.BEGIN, Operation.LEASE, Operation.DEAD)
			.stream()
			.filter((seen) -> !history.faults().explain(Effect.CORRUPTS, job.subject(), 0, seen.end()))
			.flatMap((seen) -> Stream.of(failures(job, seen, history), crashes(job, seen, history))
				.flatMap(Optional::stream)
				.map((message) -> job.violation(message, seen)));
	}

	private static Optional<String> failures(JobHistory job, Event seen, History history) {
		long counted = seen.number("failures", 0);
		List<Event> before = job.failures().stream().filter((end) -> end.end() <= seen.end()).toList();
		long reported = job.of(Operation.RETRY)
			.stream()
			.filter((retry) -> retry.start() <= seen.end() && !haveToken(before, retry))
			.count();
		// A payload that cannot be converted is a failure too, without a call of the
		// handler.
		long unreadable = seen.text("reason").equals("NOT_RETRYABLE") ? 1 : 0;
		long possible = before.size() + reported + unreadable;
		if (counted > possible) {
			return Optional.of("has " + counted + " failures, but handlers failed " + possible + " times");
		}
		long sure = before.stream()
			.filter((end) -> end.end() < seen.start())
			.filter((end) -> !history.faults().disturb(job.subject(), end.start(), seen.start()))
			.count();
		return (job.lives() == 1 && counted < sure)
				? Optional.of("has " + counted + " failures, but handlers failed " + sure + " times")
				: Optional.empty();
	}

	private static Optional<String> crashes(JobHistory job, Event seen, History history) {
		long counted = seen.number("crashes", 0);
		long from = job.events().get(0).start();
		long possible = history.faults().repetitions(job.subject(), from, seen.end());
		if (seen.text("reason").equals("CRASHES")
				&& job.additions().stream().noneMatch((add) -> add.number("poison", 0) > 0)
				&& !history.faults().mayHaveEndedWorkers(job.subject(), from, seen.end())) {
			return Optional.of("was buried for the crashes of another job");
		}
		return (counted > possible)
				? Optional.of("has " + counted + " crashes, but only " + possible + " faults may explain one")
				: Optional.empty();
	}

}
