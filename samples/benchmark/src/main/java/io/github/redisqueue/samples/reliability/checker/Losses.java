package io.github.redisqueue.samples.reliability.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import io.github.redisqueue.samples.reliability.history.Event;
import io.github.redisqueue.samples.reliability.history.Operation;

/**
 * What Redis confirmed and then lost, by jobs that were added and never seen again.
 *
 * @param confirmed the jobs whose addition was confirmed when it might be lost
 * @param lost those of them that have not ended
 * @param micros the longest time from which on a fault might lose something to the last
 * confirmation that it lost, in microseconds
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
