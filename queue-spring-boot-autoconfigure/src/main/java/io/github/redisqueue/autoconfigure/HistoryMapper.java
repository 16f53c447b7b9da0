package io.github.redisqueue.autoconfigure;

import io.github.redisqueue.HistoryLimits;
import org.jspecify.annotations.Nullable;

/**
 * Converts the properties for the history of jobs.
 */
class HistoryMapper {

	private final OptionPicker options;

	HistoryMapper(OptionPicker options) {
		this.options = options;
	}

	/**
	 * How much a queue keeps of the history of its jobs.
	 * @param queue the name of the queue
	 * @return the limits, or null if it keeps no history
	 * @throws InvalidQueuePropertyException if a value is invalid, also if the history is
	 * not enabled
	 */
	@Nullable HistoryLimits history(String queue) {
		int maxJobs = this.options
			.pick(queue, "history.max-jobs", (options) -> options.getHistory().getMaxJobs(),
					HistoryLimits.DEFAULT.maxJobs())
			.mustBe((number) -> number >= 1 && number <= HistoryLimits.MOST_JOBS,
					"between 1 and " + HistoryLimits.MOST_JOBS);
		boolean enabled = this.options
			.pick(queue, "history.enabled", (options) -> options.getHistory().getEnabled(), false)
			.value();
		return enabled ? new HistoryLimits(HistoryLimits.DEFAULT.maxEvents(), maxJobs) : null;
	}

}
