package io.github.redisqueue.algorithm.queue;

import io.github.redisqueue.CleanReport;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.Algorithm.Transition;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.algorithm.ScanPace;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Scripts;

/**
 * Cleans the groups of a queue lightly. Thread-safe.
 */
final class GroupCleaning {

	/** How many groups a call looks at, for each of which it may read a job. */
	private static final int MAX_GROUPS = 200;

	/** How many groups a round looks at if its share would be fewer. */
	private static final int MIN_OF_ROUND = 2000;

	/** For longer than two rounds are apart that look at less than all. */
	private static final long KEPT_MS = 600_000;

	private final Scripts scripts;

	private final Algorithm algorithm;

	private final String cursorKey;

	GroupCleaning(Scripts scripts, Algorithm algorithm, QueueKeys keys) {
		this.scripts = scripts;
		this.algorithm = algorithm;
		this.cursorKey = keys.key("turn:groups");
	}

	/**
	 * Opens the next jobs of groups in place of jobs that are gone, as an aborted script,
	 * a foreign client or a lost key leaves them.
	 * @param share how much of the groups in which jobs wait to look at, from where the
	 * last call with a share ended; 1 for all of them
	 */
	CleanReport mend(double share) {
		boolean all = share >= 1;
		long freed = 0;
		long looked = 0;
		double most;
		String cursor = all ? "" : "+";
		ScanPace pace = new ScanPace(MAX_GROUPS);
		do {
			Reply reply = this.scripts.run(this.algorithm.script(Transition.MEND_GROUPS),
					this.algorithm.call()
						.key(this.cursorKey)
						.argument(cursor)
						.argument(pace.count())
						.argument(all ? 0 : KEPT_MS));
			cursor = reply.requiredText(0);
			freed += reply.number(1);
			pace.onRead(reply.number(2));
			looked += reply.number(3);
			most = all ? Double.MAX_VALUE : Math.max(MIN_OF_ROUND, reply.number(4) * share);
		}
		while (!cursor.equals("0") && looked < most);
		return CleanReport.of(0, freed);
	}

}
