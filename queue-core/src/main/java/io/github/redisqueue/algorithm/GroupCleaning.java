package io.github.redisqueue.algorithm;

import io.github.redisqueue.CleanReport;
import io.github.redisqueue.algorithm.Algorithm.Transition;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Scripts;

/**
 * Cleans the groups of a queue lightly. Thread-safe.
 */
final class GroupCleaning {

	/** How many groups a call looks at, for each of which it may read a job. */
	private static final int MAX_GROUPS = 200;

	private final Scripts scripts;

	private final Algorithm algorithm;

	GroupCleaning(Scripts scripts, Algorithm algorithm) {
		this.scripts = scripts;
		this.algorithm = algorithm;
	}

	/**
	 * Opens the next jobs of groups in place of jobs that are gone, as an aborted script,
	 * a foreign client or a lost key leaves them.
	 */
	CleanReport mend() {
		long freed = 0;
		String cursor = "0";
		ScanPace pace = new ScanPace(MAX_GROUPS);
		do {
			Reply reply = this.scripts.run(this.algorithm.script(Transition.MEND_GROUPS),
					this.algorithm.call().argument(cursor).argument(pace.count()));
			cursor = reply.requiredText(0);
			freed += reply.number(1);
			pace.onRead(reply.number(2));
		}
		while (!cursor.equals("0"));
		return CleanReport.of(0, freed);
	}

}
