package io.github.redisqueue.shard;

import io.github.redisqueue.HistoryLimits;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.RateLimit;

import org.springframework.util.Assert;

/**
 * Divides the limits on leasing, and those of dead letters and of the history, among the
 * shards of a queue. The shares of those on leasing are whole jobs that add up to the
 * limit; the others are rounded up.
 */
record LimitShares(String queue, int count) {

	/**
	 * The settings of one shard.
	 * @param number the number of the shard, from 0 on
	 * @throws IllegalArgumentException if a limit on leasing is less than the number of
	 * shards
	 */
	QueueSettings of(QueueSettings settings, int number) {
		if (this.count == 1) {
			return settings;
		}
		QueueSettings.Builder share = settings.toBuilder().maxDeadLetters(roundedUp(settings.maxDeadLetters()));
		HistoryLimits history = settings.history();
		if (history != null) {
			share.history(new HistoryLimits(history.maxEvents(), (int) roundedUp(history.maxJobs())));
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

	private long roundedUp(long whole) {
		return (whole - 1) / this.count + 1;
	}

	private int share(String what, int whole, int number) {
		Assert.isTrue(whole >= this.count,
				() -> "The " + what + " of queue '" + this.queue + "' is " + whole
						+ ", which is less than the number of its shards, " + this.count
						+ ". Allowed is at least one job for each shard");
		return whole / this.count + ((number < whole % this.count) ? 1 : 0);
	}

}
