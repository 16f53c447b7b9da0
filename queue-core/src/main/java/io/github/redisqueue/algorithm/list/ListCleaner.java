package io.github.redisqueue.algorithm.list;

import java.util.Optional;

import io.github.redisqueue.CleanReport;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.algorithm.CleaningTurn;
import io.github.redisqueue.algorithm.Leftovers;
import io.github.redisqueue.algorithm.RedisDeadLetters;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.Scripts;

/**
 * Cleans a {@code list} queue. Thread-safe. Several cleaners may clean one queue at the
 * same time, and a crash of one at any point does no harm.
 */
final class ListCleaner {

	private static final Script RECLAIM = Script.load("list/reclaim");

	private static final Script REGISTER_PRIVATE_LISTS = Script.load("list/register_private_lists");

	private static final Script SWEEP = Script.load("list/sweep");

	private final ListKeys keys;

	private final Scripts scripts;

	private final QueueSettings settings;

	private final Leftovers leftovers;

	ListCleaner(ListKeys keys, Scripts scripts, QueueSettings settings) {
		this.keys = keys;
		this.scripts = scripts;
		this.settings = settings;
		this.leftovers = new Leftovers(scripts, SWEEP, keys::call, ListKeys.EXTRAS, keys.queueKeys());
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

	/**
	 * Registers private lists that are not registered, so that their jobs can be
	 * reclaimed, and removes leftovers of ended jobs.
	 */
	CleanReport deep() {
		String cursor = "0";
		do {
			cursor = this.scripts
				.run(REGISTER_PRIVATE_LISTS,
						this.keys.call()
							.argument(cursor)
							.argument(this.keys.privateLists())
							.argument(this.settings.leaseTime().toMillis()))
				.requiredText(0);
		}
		while (!cursor.equals("0"));
		return CleanReport.of(0, this.leftovers.drop());
	}

}
