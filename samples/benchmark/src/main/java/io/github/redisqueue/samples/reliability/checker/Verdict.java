package io.github.redisqueue.samples.reliability.checker;

import java.util.List;
import java.util.Map;

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

	/** Whether nothing contradicts an invariant. */
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

}
