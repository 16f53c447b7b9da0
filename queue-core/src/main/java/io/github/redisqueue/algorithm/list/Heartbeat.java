package io.github.redisqueue.algorithm.list;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.redisqueue.algorithm.Algorithm.HeldLease;
import io.github.redisqueue.script.Batches;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Operation.Step;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import org.jspecify.annotations.Nullable;

/**
 * The heartbeat of a worker, which also makes jobs ready again whose leases did not
 * arrive because the reply was lost. Such a job is in the private list of the worker, was
 * leased at least one lease time ago, and no heartbeat has named it since then. The reply
 * of a more recent lease may still arrive. Several listeners of an application may share
 * a heartbeat, and each names its own leases. Thread-safe.
 */
final class Heartbeat {

	private static final Script HEARTBEAT = Script.load("list/heartbeat");

	private static final Script RETURN_UNRECEIVED = Script.load("list/return_unreceived");

	/** The largest number of marks in one lease time. */
	private static final int MARKS = 16;

	private final ListKeys keys;

	private final Duration leaseTime;

	/** The times at which leases were last named. */
	private final Map<HeldLease, Long> named = new ConcurrentHashMap<>();

	private final Deque<Mark> marks = new ArrayDeque<>();

	/** The last token that is known to be at least one lease time old. */
	private long longAgo;

	Heartbeat(ListKeys keys, Duration leaseTime) {
		this.keys = keys;
		this.leaseTime = leaseTime;
	}

	/**
	 * The calls of one heartbeat: some of the script {@code heartbeat}, one for each part
	 * of a long private list, then those that return what was not received.
	 * @param held some of the jobs that the worker holds
	 * @return the calls
	 */
	Iterator<Step> beat(Collection<HeldLease> held) {
		long now = System.nanoTime();
		held.forEach((job) -> this.named.put(job, now));
		this.named.values().removeIf((at) -> now - at >= this.leaseTime.toNanos());
		return new Beat(longAgo());
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

	/** The calls of one heartbeat. Each depends on the reply before it. */
	private final class Beat implements Iterator<Step> {

		private final long old;

		private final Map<String, String> unnamed = new LinkedHashMap<>();

		/** The position to go on from, -1 after the last part of the private list. */
		private long from;

		private @Nullable Iterator<List<String>> unreceived;

		Beat(long old) {
			this.old = old;
		}

		@Override
		public boolean hasNext() {
			return this.from >= 0 || unreceived().hasNext();
		}

		@Override
		public Step next() {
			return (this.from >= 0) ? heartbeat() : returnUnreceived(unreceived().next());
		}

		private Step heartbeat() {
			Call call = Heartbeat.this.keys.call()
				.argument(Heartbeat.this.leaseTime.toMillis())
				.argument(this.old)
				.argument(this.from);
			return new Step(HEARTBEAT, call, this::read);
		}

		private void read(Reply reply) {
			mark(reply.number(0));
			this.from = (reply.number(1) > 0) ? reply.number(1) : -1;
			for (int i = 2; i < reply.size(); i += 2) {
				HeldLease leased = new HeldLease(reply.requiredText(i), reply.requiredText(i + 1));
				if (!Heartbeat.this.named.containsKey(leased)) {
					this.unnamed.put(leased.id(), leased.receipt());
				}
			}
		}

		private Iterator<List<String>> unreceived() {
			if (this.unreceived == null) {
				this.unreceived = Batches.of(this.unnamed.keySet(), (id) -> 0).iterator();
			}
			return this.unreceived;
		}

		private Step returnUnreceived(List<String> ids) {
			Call call = Heartbeat.this.keys.jobs(ids);
			ids.forEach((id) -> call.argument(this.unnamed.getOrDefault(id, "")));
			return new Step(RETURN_UNRECEIVED, call, (reply) -> {
			});
		}

	}

}
