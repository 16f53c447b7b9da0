package io.github.redisqueue.samples.reliability.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Event.Operation;

/**
 * What a history shows.
 *
 * @param figures the numbers of the history
 * @param losses what Redis lost although it had confirmed it
 * @param drain the time from the last addition until all queues were empty, in
 * microseconds
 * @param invariants the titles of the invariants by their numbers
 * @param violations what contradicts them
 */
public record Verdict(Figures figures, Losses losses, long drain, Map<String, String> invariants,
		List<Violation> violations) {

	public boolean isSound() {
		return this.violations.isEmpty();
	}

	/**
	 * The numbers of a history.
	 *
	 * @param operations the events, without those of the campaign itself
	 * @param added the acknowledged jobs
	 * @param executions the handlers that began
	 * @param repeated the executions after the first of a job that no failure explains,
	 * only a fault
	 * @param faults how often something was broken
	 * @param recoveries the times from the end of a fault to the next handler that began,
	 * in microseconds, for each fault and queue
	 */
	public record Figures(long operations, long added, long executions, long repeated, long faults,
			List<Long> recoveries) {

	}

	/**
	 * What Redis confirmed and then lost, by jobs that were added and never seen again.
	 *
	 * @param confirmed the jobs whose addition was confirmed when it might be lost
	 * @param lost those of them that have not ended
	 * @param micros the longest time from which on a fault might lose something to the
	 * last confirmation that it lost, in microseconds
	 */
	public record Losses(long confirmed, long lost, long micros) {

		private static final long MICROS_IN_MILLI = 1000;

		@Override
		public String toString() {
			return "%d of %d jobs lost that were confirmed, within %d ms".formatted(this.lost, this.confirmed,
					this.micros / MICROS_IN_MILLI);
		}

		static Losses of(History history) {
			List<Event> confirmed = new ArrayList<>();
			List<Event> lost = new ArrayList<>();
			Set<String> drained = history.drainedQueues();
			for (JobHistory job : history.jobs()) {
				if (drained.contains(job.subject().queue())) {
					for (Event add : job.of(Operation.ADD)) {
						if (add.isOk() && history.faults().mayHaveUndone(add)) {
							confirmed.add(add);
							if (!JobInvariants.hasEnded(job, add)) {
								lost.add(add);
							}
						}
					}
				}
			}
			return new Losses(confirmed.size(), lost.size(),
					lost.stream().mapToLong((add) -> history.faults().sinceWindow(add)).max().orElse(0));
		}

	}

}
