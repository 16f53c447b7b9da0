package io.github.redisqueue.algorithm.lease;

import java.time.Duration;
import java.util.Optional;

import io.github.redisqueue.CleanReport;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.algorithm.CleaningTurn;
import io.github.redisqueue.algorithm.queue.RedisDeadLetters;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.Scripts;

/**
 * Cleans a {@code lease} queue. Thread-safe. Several cleaners may clean one queue at the
 * same time, and a crash of one at any point does no harm.
 */
final class LeaseCleaner {

	private static final Script RECLAIM = Script.load("lease/reclaim");

	/**
	 * How long an id may be in processing without a lease: foreign clients move the id
	 * before they set the lease.
	 */
	private static final Duration MAX_GRACE = Duration.ofSeconds(1);

	private final LeaseKeys keys;

	private final Scripts scripts;

	private final QueueSettings settings;

	private final Duration grace;

	LeaseCleaner(LeaseKeys keys, Scripts scripts, QueueSettings settings) {
		this.keys = keys;
		this.scripts = scripts;
		this.settings = settings;
		this.grace = (settings.leaseTime().compareTo(MAX_GRACE) < 0) ? settings.leaseTime() : MAX_GRACE;
	}

	/**
	 * Checks each job in processing once, and reclaims those with an expired lease. Empty
	 * if another instance has the turn.
	 */
	Optional<CleanReport> light(CleaningTurn turn) {
		CleanReport report = CleanReport.NOTHING;
		long from = 0;
		long began = 0;
		do {
			Reply reply = this.scripts.run(RECLAIM,
					turn.addTo(this.keys.call()
						.argument(from)
						.argument(began)
						.argument(this.grace.toMillis())
						.argument(this.settings.maxCrashes())
						.argument(this.settings.maxDeadLetters())
						.argument(RedisDeadLetters.crashed())));
			if (reply.size() == 0) {
				return Optional.empty();
			}
			from = reply.number(0);
			began = reply.number(1);
			report = report
				.plus(new CleanReport(reply.number(2), reply.number(3), reply.number(4), reply.list(5).texts()));
		}
		while (from > 0);
		return Optional.of(report);
	}

}
