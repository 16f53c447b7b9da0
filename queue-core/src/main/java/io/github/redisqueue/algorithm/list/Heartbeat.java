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

import io.github.redisqueue.algorithm.Algorithm;
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
 * of a more recent lease may still arrive. A job that a heartbeat did name before was
 * given up by the worker, which counts a crash. Several listeners of an application may
 * share a heartbeat, and each names its own leases. Thread-safe.
 */
final class Heartbeat {

	private static final Script HEARTBEAT = Script.load("list/heartbeat");

	private static final Script RETURN_UNRECEIVED = Script.load("list/return_unreceived");

	/** The largest number of marks in one lease time. */
	private static final int MARKS = 16;

	private final Algorithm algorithm;

	private final Duration leaseTime;

	/** The times at which leases were last named, until they are known to have ended. */
	private final Map<HeldLease, Long> named = new ConcurrentHashMap<>();

	private final Deque<Mark> marks = new ArrayDeque<>();

	/** The last token that is known to be at least one lease time old; 0 at first. */
	private Mark longAgo = new Mark(0, 0);

	Heartbeat(Algorithm algorithm, Duration leaseTime) {
		this.algorithm = algorithm;
		this.leaseTime = leaseTime;
	}

	private long leaseNanos() {
		return this.leaseTime.toNanos();
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
		return new Beat(now, longAgo());
	}

	private synchronized Mark longAgo() {
		long now = System.nanoTime();
		while (!this.marks.isEmpty() && now - this.marks.getFirst().takenAt() >= leaseNanos()) {
			this.longAgo = this.marks.removeFirst();
		}
		return this.longAgo;
	}

	/** Records that all tokens up to this one exist now. */
	private synchronized void mark(long token) {
		long now = System.nanoTime();
		if (this.marks.isEmpty() || now - this.marks.getLast().takenAt() >= leaseNanos() / MARKS) {
			this.marks.addLast(new Mark(now, token));
		}
	}

	private record Mark(long takenAt, long token) {

	}

	/** The calls of one heartbeat. Each depends on the reply before it. */
	private final class Beat implements Iterator<Step> {

		private final long began;

		private final Mark old;

		private final Map<String, String> unnamed = new LinkedHashMap<>();

		/** The position to go on from, -1 after the last part of the private list. */
		private long from;

		private @Nullable Iterator<List<String>> unreceived;

		Beat(long began, Mark old) {
			this.began = began;
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
			Call call = Heartbeat.this.algorithm.call()
				.argument(Heartbeat.this.leaseTime.toMillis())
				.argument(this.old.token())
				.argument(this.from);
			return new Step(HEARTBEAT, call, this::read);
		}

		private void read(Reply reply) {
			mark(reply.number(0));
			this.from = (reply.number(1) > 0) ? reply.number(1) : -1;
			for (int i = 2; i < reply.size(); i += 2) {
				HeldLease leased = new HeldLease(reply.requiredText(i), reply.requiredText(i + 1));
				if (!isNamed(leased)) {
					this.unnamed.put(leased.id(), leased.receipt());
				}
			}
			if (this.from < 0 && this.old.token() > 0) {
				Heartbeat.this.named.entrySet().removeIf((entry) -> hasEnded(entry.getKey(), entry.getValue()));
			}
		}

		private boolean isNamed(HeldLease leased) {
			Long at = Heartbeat.this.named.get(leased);
			return at != null && this.began - at < leaseNanos();
		}

		/**
		 * What was named long before the old mark was taken is listed if it is leased.
		 */
		private boolean hasEnded(HeldLease leased, long at) {
			return this.old.takenAt() - at >= leaseNanos() && !leased.receipt().equals(this.unnamed.get(leased.id()));
		}

		private Iterator<List<String>> unreceived() {
			if (this.unreceived == null) {
				this.unreceived = Batches.of(this.unnamed.keySet(), (id) -> 0).iterator();
			}
			return this.unreceived;
		}

		private Step returnUnreceived(List<String> ids) {
			Call call = Heartbeat.this.algorithm.call(ids);
			ids.forEach((id) -> call.argument(receipt(id)));
			ids.forEach(
					(id) -> call.argument(Heartbeat.this.named.containsKey(new HeldLease(id, receipt(id))) ? 1 : 0));
			return new Step(RETURN_UNRECEIVED, Heartbeat.this.algorithm.addCrashLimits(call), (reply) -> {
			});
		}

		private String receipt(String id) {
			return this.unnamed.getOrDefault(id, "");
		}

	}

}
