package io.github.redisqueue.algorithm.list;

import java.util.Optional;

import io.github.redisqueue.CleanReport;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.algorithm.CleaningTurn;
import io.github.redisqueue.algorithm.queue.RedisDeadLetters;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.Scripts;

/**
 * Cleans a {@code list} queue. Thread-safe. Several cleaners may clean one queue at the
 * same time, and a crash of one at any point does no harm.
 */
final class ListCleaner {

	private static final Script RECLAIM = Script.load("list/reclaim");

	private final ListKeys keys;

	private final Scripts scripts;

	private final QueueSettings settings;

	ListCleaner(ListKeys keys, Scripts scripts, QueueSettings settings) {
		this.keys = keys;
		this.scripts = scripts;
		this.settings = settings;
	}

	/**
	 * Reclaims the jobs of workers whose heartbeat has stopped. Empty if another instance
	 * has the turn.
	 */
	Optional<CleanReport> light(CleaningTurn turn) {
		CleanReport report = CleanReport.NOTHING;
		Reply reply;
		do {
			reply = this.scripts.run(RECLAIM,
					turn.addTo(this.keys.call()
						.argument(this.settings.maxCrashes())
						.argument(this.settings.maxDeadLetters())
						.argument(RedisDeadLetters.crashed())));
			if (reply.size() == 0) {
				return Optional.empty();
			}
			report = report
				.plus(new CleanReport(reply.number(1), reply.number(2), reply.number(3), reply.list(4).texts()));
		}
		while (reply.number(0) == 1);
		return Optional.of(report);
	}

}
