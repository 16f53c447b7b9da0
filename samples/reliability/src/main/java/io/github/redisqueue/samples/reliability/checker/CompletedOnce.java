package io.github.redisqueue.samples.reliability.checker;

import java.util.List;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Operation;

/**
 * I3. A change that Redis lost may be made again.
 */
final class CompletedOnce implements Invariant {

	@Override
	public String id() {
		return "I3";
	}

	@Override
	public String title() {
		return "Completing succeeds once in the life of a job";
	}

	@Override
	public List<Violation> check(History history) {
		return history.jobs()
			.stream()
			.filter((job) -> completions(job).size() > job.lives())
			.filter((job) -> !history.faults().mayHaveUndone(job.events()))
			.map((job) -> job.violation(this,
					"was completed " + completions(job).size() + " times in " + job.lives() + " lives",
					completions(job).toArray(Event[]::new)))
			.toList();
	}

	private static List<Event> completions(JobHistory job) {
		return job.of(Operation.COMPLETE).stream().filter(Event::isOk).toList();
	}

}
