package io.github.redisqueue.algorithm;

import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.Scripts;

/**
 * The values that a queue stores by job id and that remained after their jobs had ended.
 * Thread-safe.
 */
public final class Leftovers {

	/** How many values a call looks at, for each of which it may read a job. */
	private static final int MAX_VALUES = 200;

	/** What stands for the position of the history, which follows all other keys. */
	private static final int HISTORY = 0;

	/** Lets the script name the keys of the history; it notes nothing. */
	private static final String NAMED = "history 1 1 ";

	private final Scripts scripts;

	private final Script sweep;

	private final Supplier<Call> call;

	private final List<Integer> indexes;

	private final QueueKeys keys;

	/**
	 * The leftovers of a queue.
	 * @param scripts runs the script
	 * @param sweep the script {@code sweep.lua} with the algorithm's own includes
	 * @param call creates a call with the fixed keys
	 * @param indexes the positions of those keys that store values by job id, counted
	 * from 1
	 * @param keys the keys of the queue, which has a history if any instance keeps one
	 */
	public Leftovers(Scripts scripts, Script sweep, Supplier<Call> call, List<Integer> indexes, QueueKeys keys) {
		this.scripts = scripts;
		this.sweep = sweep;
		this.call = call;
		this.indexes = Stream.concat(indexes.stream(), Stream.of(HISTORY)).toList();
		this.keys = keys;
	}

	/**
	 * Removes the leftovers.
	 * @return the number of removed leftovers
	 */
	public long drop() {
		long dropped = 0;
		for (int index : this.indexes) {
			String cursor = "0";
			ScanPace pace = new ScanPace(MAX_VALUES);
			do {
				Call page = this.call.get().argument(index).argument(cursor).argument(pace.count());
				page.history(this.keys.key(JobHistory.EVENTS), this.keys.key(JobHistory.ENDED), NAMED);
				Reply reply = this.scripts.run(this.sweep, page);
				cursor = reply.requiredText(0);
				dropped += reply.number(1);
				pace.onRead(reply.number(2));
			}
			while (!cursor.equals("0"));
		}
		return dropped;
	}

}
