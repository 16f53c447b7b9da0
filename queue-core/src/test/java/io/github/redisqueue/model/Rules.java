package io.github.redisqueue.model;

import java.time.Duration;

import io.github.redisqueue.Groups;
import io.github.redisqueue.QueueSettings;

/**
 * The settings of a queue. Time passes by whole minutes in these tests, and everything
 * that lasts for some time lasts half a minute more: so the seconds that a test takes
 * change nothing.
 *
 * @param maxRetries how many failures are retried
 * @param maxCrashes how many crashes are allowed
 * @param remembers whether the queue remembers completed ids
 * @param maxLeased how many jobs of each shard may be leased, 0 for no limit
 * @param maxConcurrent how many jobs of each group may be open, 0 if there are no groups
 * @param lettersExpire whether dead letters expire
 */
record Rules(int maxRetries, int maxCrashes, boolean remembers, int maxLeased, int maxConcurrent,
		boolean lettersExpire) {

	/** More than there are crashes. */
	static final int NO_LIMIT = 100;

	static final Duration LEASE_TIME = Duration.ofSeconds(210);

	static final Duration DEDUP_WINDOW = Duration.ofSeconds(150);

	static final Duration MAX_DEAD_LETTER_AGE = Duration.ofSeconds(630);

	/** How many crashes beside others bury a job beyond the limit. */
	static final int BESIDE_OTHERS = 10;

	/** The same for a queue in which no time ends anything. */
	Rules withoutEnds() {
		return new Rules(this.maxRetries, NO_LIMIT, false, this.maxLeased, this.maxConcurrent, false);
	}

	/** The same with other limits. */
	Rules with(int maxLeased, int maxConcurrent) {
		return new Rules(this.maxRetries, this.maxCrashes, this.remembers, maxLeased, maxConcurrent,
				this.lettersExpire);
	}

	QueueSettings settings(String worker, int shards) {
		return QueueSettings.builder(worker, LEASE_TIME)
			.maxRetries(this.maxRetries)
			.maxCrashes(this.maxCrashes)
			.dedupWindow(this.remembers ? DEDUP_WINDOW : Duration.ZERO)
			.maxLeased(this.maxLeased * shards)
			.groups((this.maxConcurrent > 0) ? Groups.of(this.maxConcurrent) : null)
			.maxDeadLetterAge(this.lettersExpire ? MAX_DEAD_LETTER_AGE : Duration.ofDays(365))
			.build();
	}

}
