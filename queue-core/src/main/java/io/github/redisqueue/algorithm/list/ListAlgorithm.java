package io.github.redisqueue.algorithm.list;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.github.redisqueue.QueueSettings;
import io.github.redisqueue.algorithm.Algorithm;
import io.github.redisqueue.algorithm.QueueKeys;
import io.github.redisqueue.script.Batches;
import io.github.redisqueue.script.Call;
import io.github.redisqueue.script.Operation.Step;
import io.github.redisqueue.script.Reply;
import io.github.redisqueue.script.Script;
import io.github.redisqueue.script.Scripts;
import org.jspecify.annotations.Nullable;

/**
 * The {@code list} algorithm: the
 * <a href="https://redis.io/docs/latest/commands/lmove/#pattern-reliable-queue">reliable
 * list</a>. Leasing moves jobs to a private list of the worker. A lease needs no key of
 * its own: one heartbeat of the worker extends all its leases with one write. All leases
 * of a worker therefore expire together, one lease time after its last heartbeat.
 * <p>
 * An instance of this class is one run of a worker. It first leases the jobs that earlier
 * runs with the same worker id left, once their leases have expired.
 * <p>
 * A heartbeat also makes jobs ready again whose leases did not arrive because the reply
 * was lost. Such a job is in the private list of the worker, was leased at least one
 * lease time ago, and no heartbeat has named it since then. The reply of a more recent
 * lease may still arrive. A job that a heartbeat did name before was given up by the
 * worker, which counts a crash. Several listeners of an application may share the run,
 * and each names its own leases.
 */
public final class ListAlgorithm extends Algorithm {

	private static final Script HEARTBEAT = Script.load("list/heartbeat");

	private static final Script RETURN_UNRECEIVED = Script.load("list/return_unreceived");

	/** The largest number of marks in one lease time. */
	private static final int MARKS = 16;

	/** That of this run: 48 random bits tell it from earlier ones. */
	private final String privateList;

	private final long leaseNanos;

	/** The times at which leases were last named, until they are known to have ended. */
	private final Map<HeldLease, Long> named = new ConcurrentHashMap<>();

	/** Tokens that were the last ones less than a lease time ago, the oldest first. */
	private final Deque<Mark> marks = new ArrayDeque<>();

	/** The last token that is known to be at least one lease time old; 0 at first. */
	private Mark longAgo = new Mark(0, 0);

	public ListAlgorithm(QueueKeys keys, QueueSettings settings, Scripts scripts, Supplier<@Nullable Step> comparison) {
		super("list", "queue", keys, settings, scripts, comparison);
		this.privateList = keys
			.key("processing:" + settings.worker() + "#" + UUID.randomUUID().toString().substring(24));
		this.leaseNanos = settings.leaseTime().toNanos();
	}

	/** With the private list of this run. */
	@Override
	public Call call() {
		return super.call().key(this.privateList);
	}

	/**
	 * {@inheritDoc}
	 * <p>
	 * Some of the script {@code heartbeat}, one for each part of a long private list,
	 * then those that return what was not received.
	 */
	@Override
	public Iterator<Step> alive(Collection<HeldLease> held) {
		return new Beat(held);
	}

	private synchronized Mark longAgo() {
		long now = System.nanoTime();
		while (!this.marks.isEmpty() && now - this.marks.getFirst().takenAt() >= this.leaseNanos) {
			this.longAgo = this.marks.removeFirst();
		}
		return this.longAgo;
	}

	/** Records that all tokens up to this one exist now. */
	private synchronized void mark(long token) {
		long now = System.nanoTime();
		if (this.marks.isEmpty() || now - this.marks.getLast().takenAt() >= this.leaseNanos / MARKS) {
			this.marks.addLast(new Mark(now, token));
		}
	}

	/** A token that was the last one at a time, in terms of {@link System#nanoTime()}. */
	private record Mark(long takenAt, long token) {

	}

	/** The calls of one heartbeat. Each depends on the reply before it. */
	private final class Beat implements Iterator<Step> {

		private final Collection<HeldLease> held;

		/** When the first call was asked for, in terms of {@link System#nanoTime()}. */
		private long began;

		/** Only leases with tokens up to this one are old enough to be returned. */
		private Mark old = new Mark(0, 0);

		/** What the private list holds and no heartbeat has named: receipts by ids. */
		private final Map<String, String> unnamed = new LinkedHashMap<>();

		/** The position to go on from, -1 after the last part of the private list. */
		private long from;

		/**
		 * What to return, in batches; known when the whole private list has been read.
		 */
		private Iterator<List<String>> unreceived = Collections.emptyIterator();

		Beat(Collection<HeldLease> held) {
			this.held = held;
		}

		@Override
		public boolean hasNext() {
			return this.from >= 0 || this.unreceived.hasNext();
		}

		@Override
		public Step next() {
			if (this.from < 0) {
				return returnUnreceived(this.unreceived.next());
			}
			if (this.from == 0) {
				begin();
			}
			Call call = call().argument(settings().leaseTime().toMillis())
				.argument(this.old.token())
				.argument(this.from);
			return new Step(HEARTBEAT, call, this::read);
		}

		private void begin() {
			this.began = System.nanoTime();
			this.held.forEach((job) -> ListAlgorithm.this.named.put(job, this.began));
			this.old = longAgo();
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
			if (this.from < 0) {
				this.unreceived = Batches.of(this.unnamed.keySet(), (id) -> 0).iterator();
				if (this.old.token() > 0) {
					ListAlgorithm.this.named.entrySet().removeIf((entry) -> hasEnded(entry.getKey(), entry.getValue()));
				}
			}
		}

		private boolean isNamed(HeldLease leased) {
			Long at = ListAlgorithm.this.named.get(leased);
			return at != null && this.began - at < ListAlgorithm.this.leaseNanos;
		}

		/**
		 * What was named long before the old mark was taken is listed if it is leased.
		 */
		private boolean hasEnded(HeldLease leased, long at) {
			return this.old.takenAt() - at >= ListAlgorithm.this.leaseNanos
					&& !leased.receipt().equals(this.unnamed.get(leased.id()));
		}

		private Step returnUnreceived(List<String> ids) {
			Call call = call(ids);
			ids.forEach((id) -> call.argument(receipt(id)));
			ids.forEach((id) -> call
				.argument(ListAlgorithm.this.named.containsKey(new HeldLease(id, receipt(id))) ? 1 : 0));
			return new Step(RETURN_UNRECEIVED, addCrashLimits(call), (reply) -> {
			});
		}

		private String receipt(String id) {
			return this.unnamed.getOrDefault(id, "");
		}

	}

}
