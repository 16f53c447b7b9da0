package io.github.redisqueue.algorithm;

import java.util.function.Supplier;

import io.github.redisqueue.CleanReport;
import io.github.redisqueue.algorithm.Algorithm.Transition;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Scripts;

/**
 * Cleans the groups of a queue. Thread-safe.
 */
final class GroupCleaning {

	/** How many groups or values a call looks at, for each of which it may read a job. */
	private static final int MAX_VALUES = 200;

	/** The keys that {@code sweep_groups.lua} looks at. */
	private static final int SWEPT_KEYS = 5;

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
		return CleanReport.of(0, scan(Transition.MEND_GROUPS, this.algorithm::call));
	}

	/** Drops what is left of jobs that do not exist any more. */
	CleanReport sweep() {
		long dropped = 0;
		for (int key = 1; key <= SWEPT_KEYS; key++) {
			int index = key;
			dropped += scan(Transition.SWEEP_GROUPS, () -> this.algorithm.call().argument(index));
		}
		return CleanReport.of(0, dropped);
	}

	private long scan(Transition transition, Supplier<Call> begin) {
		long dropped = 0;
		String cursor = "0";
		ScanPace pace = new ScanPace(MAX_VALUES);
		do {
			Reply reply = this.scripts.run(this.algorithm.script(transition),
					begin.get().argument(cursor).argument(pace.count()));
			cursor = reply.requiredText(0);
			dropped += reply.number(1);
			pace.onRead(reply.number(2));
		}
		while (!cursor.equals("0"));
		return dropped;
	}

}
