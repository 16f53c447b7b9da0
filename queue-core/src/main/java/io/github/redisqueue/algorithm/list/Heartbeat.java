package io.github.redisqueue.algorithm.list;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.redisqueue.algorithm.Algorithm.HeldLease;
import io.github.redisqueue.script.Batches;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.ScriptRunner;

/**
 * Sends the heartbeat of a worker, and makes jobs ready again whose leases did not arrive
 * because the reply was lost. Such a job is in the private list of the worker, was leased
 * at least one lease time ago, and no heartbeat has named it since then. The reply of a
 * more recent lease may still arrive. Several listeners of an application may share a
 * heartbeat, and each names its own leases. Thread-safe.
 */
final class Heartbeat {

	private static final Script HEARTBEAT = Script.load("list/heartbeat");

	private static final Script RETURN_UNRECEIVED = Script.load("list/return_unreceived");

	/** The largest number of marks in one lease time. */
	private static final int MARKS = 16;

	private final ListKeys keys;

	private final ScriptRunner scripts;

	private final Duration leaseTime;

	/** The times at which leases were last named. */
	private final Map<HeldLease, Long> named = new ConcurrentHashMap<>();

	private final Deque<Mark> marks = new ArrayDeque<>();

	/** The last token that is known to be at least one lease time old. */
	private long longAgo;

	Heartbeat(ListKeys keys, ScriptRunner scripts, Duration leaseTime) {
		this.keys = keys;
		this.scripts = scripts;
		this.leaseTime = leaseTime;
	}

	/**
	 * Sends one heartbeat.
	 * @param held some of the jobs that the worker holds
	 */
	void beat(Collection<HeldLease> held) {
		long now = System.nanoTime();
		held.forEach((job) -> this.named.put(job, now));
		this.named.values().removeIf((at) -> now - at >= this.leaseTime.toNanos());
		Map<String, String> unnamed = new LinkedHashMap<>();
		long old = longAgo();
		long from = 0;
		do {
			Reply reply = this.scripts.run(HEARTBEAT,
					this.keys.call().argument(this.leaseTime.toMillis()).argument(old).argument(from));
			mark(reply.number(0));
			from = reply.number(1);
			for (int i = 2; i < reply.size(); i += 2) {
				HeldLease leased = new HeldLease(reply.requiredText(i), reply.requiredText(i + 1));
				if (!this.named.containsKey(leased)) {
					unnamed.put(leased.id(), leased.receipt());
				}
			}
		}
		while (from > 0);
		returnUnreceived(unnamed);
	}

	private void returnUnreceived(Map<String, String> unnamed) {
		for (List<String> ids : Batches.of(unnamed.keySet(), (id) -> 0)) {
			Call call = this.keys.jobs(ids);
			ids.forEach((id) -> call.argument(unnamed.getOrDefault(id, "")));
			this.scripts.run(RETURN_UNRECEIVED, call);
		}
	}

	private synchronized long longAgo() {
		long now = System.nanoTime();
		while (!this.marks.isEmpty() && now - this.marks.getFirst().takenAt() >= this.leaseTime.toNanos()) {
			this.longAgo = this.marks.removeFirst().token();
		}
		return this.longAgo;
	}

	/** Records that all tokens up to this one exist now. */
	private synchronized void mark(long token) {
		long now = System.nanoTime();
		if (this.marks.isEmpty() || now - this.marks.getLast().takenAt() >= this.leaseTime.toNanos() / MARKS) {
			this.marks.addLast(new Mark(now, token));
		}
	}

	private record Mark(long takenAt, long token) {

	}

}
