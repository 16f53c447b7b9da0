package io.github.redisqueue.samples.reliability.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Event.Operation;

/**
 * What a history shows. The drain is the time from the last addition until all queues
 * were empty, in microseconds. Invariants have their titles by their numbers.
 */
public record Verdict(Figures figures, Losses losses, long drain, Map<String, String> invariants,
		List<Violation> violations) {

	public boolean isSound() {
		return this.violations.isEmpty();
	}

	/**
	 * The numbers of a history: events without those of the campaign itself, acknowledged
	 * jobs, handlers that began, and those of them that only a fault explains; how often
	 * something was broken, and the times from the end of a fault to the next handler
	 * that began, in microseconds, for each fault and queue.
	 */
	public record Figures(long operations, long added, long executions, long repeated, long faults,
			List<Long> recoveries) {

	}

	/**
	 * What Redis confirmed when it might be lost, and what of that was lost: added and
	 * never seen again. The longest time from which on a fault might lose something to
	 * the last confirmation that it lost is in microseconds.
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
