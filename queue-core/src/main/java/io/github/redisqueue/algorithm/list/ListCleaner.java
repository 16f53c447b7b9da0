package io.github.redisqueue.algorithm.list;

import io.github.redisqueue.CleanReport;
import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.algorithm.Leftovers;
import io.github.redisqueue.algorithm.RedisDeadLetters;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.ScriptRunner;

/**
 * Cleans a {@code list} queue. Thread-safe; several may be at work on one queue, and any
 * may stop anywhere.
 */
final class ListCleaner {

	private static final Script RECLAIM = Script.load("list/reclaim");

	private static final Script ADOPT = Script.load("list/adopt");

	private static final Script SWEEP = Script.load("list/sweep");

	private final ListKeys keys;

	private final ScriptRunner scripts;

	private final QueueSettings settings;

	private final Leftovers leftovers;

	ListCleaner(ListKeys keys, ScriptRunner scripts, QueueSettings settings) {
		this.keys = keys;
		this.scripts = scripts;
		this.settings = settings;
		this.leftovers = new Leftovers(scripts, SWEEP, keys::call, ListKeys.EXTRAS);
	}

	/** Takes back what is held by workers that have fallen silent. */
	CleanReport light() {
		CleanReport report = CleanReport.NOTHING;
		Reply reply;
		do {
			reply = this.scripts.run(RECLAIM,
					this.keys.call()
						.argument(this.settings.maxCrashes())
						.argument(this.settings.maxDeadLetters())
						.argument(RedisDeadLetters.crashed()));
			report = report.plus(new CleanReport(reply.number(1), reply.number(2), reply.number(3)));
		}
		while (reply.number(0) == 1);
		return report;
	}

	/** Looks for private lists that nobody knows of, and for leftovers of jobs. */
	CleanReport deep() {
		String cursor = "0";
		do {
			cursor = this.scripts
				.run(ADOPT,
						this.keys.call()
							.argument(cursor)
							.argument(this.keys.privateLists())
							.argument(this.settings.leaseTime().toMillis()))
				.requiredText(0);
		}
		while (!cursor.equals("0"));
		return new CleanReport(0, 0, this.leftovers.drop());
	}

}
