package io.github.redisqueue.samples.reliability.checker;

import java.util.ArrayList;
import java.util.List;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Operation;
import io.github.redisqueue.samples.reliability.history.Outcome;

/**
 * I4. What explains a further execution: a failure of the handler before, a further life,
 * a fault near by, or a loss. One fault explains one repetition of a job in each worker,
 * or more if it says that it struck several times.
 */
final class RepeatsExplained implements Invariant {

	@Override
	public String id() {
		return "I4";
	}

	@Override
	public String title() {
		return "Each execution after the first is explained by a failure or a fault";
	}

	@Override
	public List<Violation> check(History history) {
		List<Violation> violations = new ArrayList<>();
		for (JobHistory job : history.jobs()) {
			if (!history.faults().mayHaveUndone(job.events())) {
				check(job, history.faults(), violations);
			}
		}
		return violations;
	}

	private void check(JobHistory job, Faults faults, List<Violation> violations) {
		List<Repetition> repetitions = repetitions(job);
		for (Repetition repetition : repetitions) {
			if (!faults.explainRepetition(job.subject(), repetition.before(), repetition.again().start())) {
				violations.add(job.violation(this, "was handled again without a fault", repetition.before(),
						repetition.again()));
				return;
			}
		}
		List<Event> begins = job.of(Operation.BEGIN);
		if (!repetitions.isEmpty()) {
			long possible = faults.repetitions(job.subject(), begins.get(0).start(),
					begins.get(begins.size() - 1).start());
			if (repetitions.size() > possible) {
				violations.add(job.violation(this, "was repeated " + repetitions.size() + " times, but only " + possible
						+ " faults may explain that", begins.toArray(Event[]::new)));
			}
		}
	}

	/** The executions of a job that only a fault can explain. */
	static List<Repetition> repetitions(JobHistory job) {
		List<Event> begins = job.of(Operation.BEGIN);
		List<Repetition> repetitions = new ArrayList<>();
		for (int i = 1; i < begins.size(); i++) {
			Repetition repetition = new Repetition(begins.get(i - 1), begins.get(i));
			if (!repetition.followsFailure(job) && !repetition.isNewLife(job)) {
				repetitions.add(repetition);
			}
		}
		return repetitions;
	}

	/**
	 * Two executions of a job, one after the other.
	 *
	 * @param before the beginning of the first
	 * @param again the beginning of the second
	 */
	record Repetition(Event before, Event again) {

		boolean followsFailure(JobHistory job) {
			return job.failures().stream().anyMatch((end) -> end.number("token", 0) == this.before.number("token", 0));
		}

		boolean isNewLife(JobHistory job) {
			return job.of(Operation.ADD, Operation.REDRIVE)
				.stream()
				.filter((event) -> event.outcome() != Outcome.FAILED)
				.anyMatch((event) -> event.end() >= this.before.start() && event.start() <= this.again.start());
		}

	}

}
