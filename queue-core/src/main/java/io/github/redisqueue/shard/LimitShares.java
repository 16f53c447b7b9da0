package io.github.redisqueue.shard;

import io.github.redisqueue.HistoryLimits;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.RateLimit;

/**
 * Divides the limits on leasing, and that of the history, among the shards of a queue:
 * shares in whole jobs that add up to the limits.
 *
 * @param queue the name of the queue
 * @param count the number of shards
 */
record LimitShares(String queue, int count) {

	/**
	 * The settings of one shard.
	 * @param settings the settings of the queue
	 * @param number the number of the shard, from 0 on
	 * @return the settings, with the shard's share of the limits
	 * @throws IllegalArgumentException if a limit is less than the number of shards
	 */
	QueueSettings of(QueueSettings settings, int number) {
		HistoryLimits history = settings.history();
		if ((!settings.limited() && history == null) || this.count == 1) {
			return settings;
		}
		QueueSettings.Builder share = settings.toBuilder();
		if (history != null) {
			int jobs = (history.maxJobs() + this.count - 1) / this.count;
			share.history(new HistoryLimits(history.maxEvents(), jobs));
		}
		RateLimit rate = settings.rateLimit();
		if (rate != null) {
			share.rateLimit(share(rate, number));
		}
		if (settings.maxLeased() > 0) {
			share.maxLeased(share("number of jobs leased at the same time", settings.maxLeased(), number));
		}
		return share.build();
	}

	private RateLimit share(RateLimit rate, int number) {
		int jobs = share("rate limit", rate.jobs(), number);
		// The usual burst of a slow rate is less than one job for each shard.
		boolean isUsual = rate.equals(RateLimit.of(rate.jobs(), rate.period()));
		int burst = (isUsual && rate.burst() < this.count) ? 1 : share("burst of the rate limit", rate.burst(), number);
		return new RateLimit(jobs, rate.period(), burst);
	}

	private int share(String what, int whole, int number) {
		if (whole < this.count) {
			throw new IllegalArgumentException("The " + what + " of queue '" + this.queue + "' is " + whole
					+ ", which is less than the number of its shards, " + this.count
					+ ". Allowed is at least one job for each shard");
		}
		return whole / this.count + ((number < whole % this.count) ? 1 : 0);
	}

}
