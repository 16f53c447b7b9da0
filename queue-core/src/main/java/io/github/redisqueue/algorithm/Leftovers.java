package io.github.redisqueue.algorithm;

import java.util.List;
import java.util.function.Supplier;

import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.ScriptRunner;

/**
 * What a queue keeps by id, and may still keep of jobs that no longer exist. Thread-safe.
 */
public final class Leftovers {

	private final ScriptRunner scripts;

	private final Script sweep;

	private final Supplier<Call> call;

	private final List<Integer> places;

	/**
	 * The leftovers of a queue.
	 * @param scripts runs the script
	 * @param sweep the script {@code sweep.lua} with the algorithm's own includes
	 * @param call gives a call with the fixed keys
	 * @param places which of those keys are kept by id, counted from 1
	 */
	public Leftovers(ScriptRunner scripts, Script sweep, Supplier<Call> call, List<Integer> places) {
		this.scripts = scripts;
		this.sweep = sweep;
		this.call = call;
		this.places = places;
	}

	/**
	 * Drops them.
	 * @return how many there were
	 */
	public long drop() {
		long dropped = 0;
		for (int place : this.places) {
			String cursor = "0";
			do {
				Reply reply = this.scripts.run(this.sweep, this.call.get().argument(place).argument(cursor));
				cursor = reply.requiredText(0);
				dropped += reply.number(1);
			}
			while (!cursor.equals("0"));
		}
		return dropped;
	}

}
