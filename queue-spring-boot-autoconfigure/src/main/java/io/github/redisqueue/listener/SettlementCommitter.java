package io.github.redisqueue.listener;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Lease;
import io.github.redisqueue.background.OutageBackoff;
import io.github.redisqueue.listener.Settlement.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Settles the jobs of one shard by group commit, without a thread. While one trip to
 * Redis is under way, the committer collects further settlements and sends them with the
 * next one. At light load no settlement waits; under load one trip settles many jobs.
 * While a call that leases follows soon, completions for which nobody waits are sent with
 * it, or after the ack interval. A call without a reply is repeated until the leases
 * expire. Thread-safe; never blocks.
 */
final class SettlementCommitter {

	/** So few settlements make up a trip that it is worth while to lease behind it. */
	private static final int FEW = 20;

	/** So often a trip halves what is refused, to find the jobs to which that is due. */
	private static final int MOST_HALVED = 100;

	private final AsyncWorkerQueue shard;

	private final SettlementReport report;

	private final OutageBackoff backoff;

	private final Timer timer;

	private final Duration ackInterval;

	private final LeaseCalls calls;

	private final ReentrantLock lock = new ReentrantLock();

	private final CompletableFuture<Void> drained = new CompletableFuture<>();

	private final SettlementInbox inbox;

	/** The settlements of the trip under way. */
	private List<Settlement> sent = List.of();

	private volatile boolean underWay;

	/** When the trip under way began, or the pause after it. */
	private volatile long since;

	private boolean closing;

	private boolean givenUp;

	/** The trip under way, null if it has been given up. */
	private volatile @Nullable Trip trip;

	/** What has cut a trip short. */
	private volatile @Nullable Throwable cut;

	/**
	 * Creates a committer.
	 * @param shard the shard
	 * @param report is told what Redis has answered
	 * @param backoff the pauses after failures
	 * @param timer runs short tasks later
	 * @param ackInterval how long a completion may wait for a call that leases
	 * @param calls these calls
	 */
	SettlementCommitter(AsyncWorkerQueue shard, SettlementReport report, OutageBackoff backoff, Timer timer,
			Duration ackInterval, LeaseCalls calls) {
		this.shard = shard;
		this.report = report;
		this.backoff = backoff;
		this.timer = timer;
		this.ackInterval = ackInterval;
		this.inbox = new SettlementInbox(ackInterval);
		this.calls = calls;
	}

	/** Settles a job soon. */
	void settle(Settlement settlement) {
		settle(List.of(settlement));
	}

	/** Postpones a job soon whose handler was not called. */
	void postpone(InFlightJob job, Duration delay) {
		if (job.end()) {
			settle(Settlement.postpone(job, delay));
		}
	}

	/**
	 * Releases jobs soon whose handlers were not called, also those whose leases have
	 * expired: if nobody has taken them, they need not wait for a cleaning, which would
	 * count a crash. If the lease of one with a group is lost, that tells Redis that
	 * nobody works on it: a cancelled job keeps the place of its group until then.
	 */
	void release(List<InFlightJob> jobs) {
		settle(jobs.stream()
			.filter((job) -> job.end() || job.isGrouped() || job.isExpired())
			.map(Settlement::release)
			.toList());
	}

	private void settle(List<Settlement> settlements) {
		if (settlements.isEmpty()) {
			return;
		}
		boolean patient = arePatient(settlements);
		boolean given;
		boolean begins = false;
		List<Settlement> batch = List.of();
		this.lock.lock();
		try {
			given = !this.givenUp;
			if (given) {
				begins = this.inbox.add(settlements, patient);
				batch = nextBatch();
			}
		}
		finally {
			this.lock.unlock();
		}
		if (!given) {
			settlements.forEach(this.report::giveUp);
		}
		proceed(begins ? this.ackInterval : Duration.ZERO, batch);
	}

	/**
	 * Lets an interval begin, if it is not zero, and sends a batch, if it is not empty.
	 */
	private void proceed(Duration interval, List<Settlement> batch) {
		try {
			if (interval.compareTo(Duration.ZERO) > 0) {
				this.timer.schedule(this::onInterval, interval);
			}
			send(batch);
		}
		catch (Throwable ex) {
			this.cut = ex;
		}
	}

	/**
	 * Whether nobody waits for the settlements, and a call follows with which they can be
	 * sent.
	 */
	private boolean arePatient(List<Settlement> settlements) {
		return !this.ackInterval.isZero() && this.calls.isNextSoon()
				&& settlements.stream().allMatch((one) -> one.isPatient(this.ackInterval));
	}

	private void onInterval() {
		Duration left;
		List<Settlement> batch;
		this.lock.lock();
		try {
			left = this.inbox.onInterval();
			batch = nextBatch();
		}
		finally {
			this.lock.unlock();
		}
		proceed(left, batch);
	}

	/** Sends what has waited for a call that leases. */
	void flush() {
		List<Settlement> batch;
		this.lock.lock();
		try {
			this.inbox.urge();
			batch = nextBatch();
		}
		finally {
			this.lock.unlock();
		}
		proceed(Duration.ZERO, batch);
	}

	/** What is to be sent now, nothing if a trip is under way. */
	private List<Settlement> nextBatch() {
		if (this.underWay) {
			return List.of();
		}
		List<Settlement> batch = this.inbox.take();
		if (!batch.isEmpty()) {
			this.sent = batch;
			this.since = System.nanoTime();
			this.underWay = true;
		}
		return batch;
	}

	/**
	 * Sends a batch, one call for each kind of settlement in it, and others for those
	 * that were refused before.
	 */
	private void send(List<Settlement> batch) {
		if (batch.isEmpty()) {
			return;
		}
		List<List<Settlement>> parts = new ArrayList<>(byKind(batch, false));
		parts.addAll(byKind(batch, true));
		boolean mayOpen = mayOpen(batch);
		Trip trip = new Trip(parts.size(), mayOpen);
		this.trip = trip;
		parts.forEach((part) -> start(trip, part));
		if (mayOpen) {
			this.calls.onTrip(1);
		}
	}

	private static Collection<List<Settlement>> byKind(List<Settlement> batch, boolean refused) {
		Map<Kind, List<Settlement>> parts = new EnumMap<>(Kind.class);
		for (Settlement settlement : batch) {
			if (settlement.job().isRefused() == refused) {
				parts.computeIfAbsent(settlement.kind(), (kind) -> new ArrayList<>()).add(settlement);
			}
		}
		return parts.values();
	}

	private void start(Trip of, List<Settlement> part) {
		start(part.get(0).kind(), part).whenComplete((answer, failure) -> onEnd(of, part, answer, failure));
	}

	private void onEnd(Trip trip, List<Settlement> settlements, Answer answer, @Nullable Throwable failure) {
		try {
			Throwable thrown = (failure != null) ? failure : report(trip, settlements, answer);
			if (thrown == null) {
				trip.answered();
			}
			else if (failure != null && OutageBackoff.isRefusal(failure)) {
				onRefusal(trip, settlements, failure);
			}
			else {
				trip.failed(settlements, thrown);
			}
		}
		catch (Throwable ex) {
			// The future would keep it to itself.
			this.cut = ex;
		}
	}

	/**
	 * A call for several jobs is refused if one of them is, so they are halved until it
	 * is alone.
	 */
	private void onRefusal(Trip of, List<Settlement> settlements, Throwable refusal) {
		int half = settlements.size() / 2;
		if (this.trip == of && half > 0 && !isGivenUp() && of.halves()) {
			start(of, settlements.subList(0, half));
			start(of, settlements.subList(half, settlements.size()));
			return;
		}
		if (half == 0) {
			this.report.refused(settlements.get(0), refusal);
		}
		of.failed(settlements, refusal);
	}

	/**
	 * Reports an answer, unless the trip was given up: then the repetition tells.
	 * @return what has kept the answer from being reported, or null
	 */
	private @Nullable Throwable report(Trip of, List<Settlement> settlements, Answer answer) {
		try {
			if (!isGivenUp() && this.trip == of) {
				this.report.answered(settlements, answer.settled(), answer.buried());
			}
			return null;
		}
		catch (Throwable ex) {
			return ex;
		}
	}

	/**
	 * Goes on after an error has cut a trip short, as when the memory of the JVM is full:
	 * what it left undone is not known, so all of it is sent again.
	 * @return the error, or null if there was none
	 */
	@Nullable Throwable mend() {
		Throwable last = this.cut;
		if (last != null) {
			this.cut = null;
			try {
				List<Settlement> unknown;
				this.lock.lock();
				try {
					this.inbox.forgetTimer();
					unknown = this.sent;
					this.trip = null;
				}
				finally {
					this.lock.unlock();
				}
				next(isGivenUp() ? List.of() : this.report.unanswered(unknown));
			}
			catch (Throwable ex) {
				this.cut = ex;
			}
		}
		return last;
	}

	/** The trip under way, if it has had no reply for a while. */
	@Nullable ListenerTrouble unanswered() {
		return this.underWay ? ListenerTrouble.unanswered("settles jobs", this.since) : null;
	}

	/**
	 * Whether jobs of groups end, so that others may open, and what is sent behind this
	 * trip finds them.
	 */
	private boolean mayOpen(List<Settlement> batch) {
		return batch.size() <= FEW && batch.stream().anyMatch((one) -> one.job().isGrouped())
				&& this.shard.keepsOrder();
	}

	private CompletableFuture<Answer> start(Kind kind, List<Settlement> settlements) {
		try {
			return switch (kind) {
				case COMPLETE -> this.shard.complete(leases(settlements)).thenApply(Answer::settled);
				case RELEASE -> this.shard.release(leases(settlements)).thenApply(Answer::settled);
				case POSTPONE -> this.shard.postpone(delays(settlements)).thenApply(Answer::settled);
				case BURY -> this.shard.bury(failures(settlements, Failure::cause)).thenApply(Answer::buried);
				case RETRY -> this.shard.retry(failures(settlements, Function.identity()))
					.thenApply((result) -> new Answer(result.retried(), result.buried()));
			};
		}
		catch (Throwable ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	private static List<Lease> leases(List<Settlement> settlements) {
		return settlements.stream().map(Settlement::lease).toList();
	}

	private static Map<Lease, Duration> delays(List<Settlement> settlements) {
		Map<Lease, Duration> delays = new LinkedHashMap<>();
		settlements.forEach((settlement) -> delays.put(settlement.lease(), settlement.postponed()));
		return delays;
	}

	private static <V> Map<Lease, V> failures(List<Settlement> settlements, Function<Failure, V> view) {
		Map<Lease, V> failures = new LinkedHashMap<>();
		settlements.forEach((settlement) -> failures.put(settlement.lease(), view.apply(settlement.failure())));
		return failures;
	}

	/** Ends a trip. What Redis did not answer is sent again with the next one. */
	private void end(Trip ended, List<Settlement> unanswered, @Nullable Throwable failure) {
		if (this.trip != ended) {
			return;
		}
		List<Settlement> again = isGivenUp() ? List.of() : this.report.unanswered(unanswered);
		if (failure == null) {
			this.backoff.onSuccess();
			next(again);
			return;
		}
		this.since = System.nanoTime();
		Duration pause = this.backoff.onFailure(failure);
		this.timer.schedule(() -> {
			if (this.trip == ended) {
				next(again);
			}
		}, pause);
	}

	private void next(List<Settlement> again) {
		List<Settlement> batch;
		List<Settlement> dropped = List.of();
		boolean done;
		this.lock.lock();
		try {
			this.underWay = false;
			this.sent = List.of();
			// What was under way when the committer gave up has been dropped then.
			this.inbox.addAgain(this.givenUp ? List.of() : again);
			if (this.givenUp) {
				dropped = this.inbox.clear();
			}
			batch = nextBatch();
			done = this.closing && !this.underWay && this.inbox.isEmpty();
		}
		finally {
			this.lock.unlock();
		}
		dropped.forEach(this.report::giveUp);
		if (done) {
			this.drained.complete(null);
		}
		proceed(Duration.ZERO, batch);
	}

	/**
	 * Lets the committer end.
	 * @return completed when all settlements have been sent and answered
	 */
	CompletableFuture<Void> close() {
		boolean done;
		List<Settlement> batch;
		this.lock.lock();
		try {
			this.closing = true;
			this.inbox.urge();
			batch = nextBatch();
			done = !this.underWay && this.inbox.isEmpty();
		}
		finally {
			this.lock.unlock();
		}
		proceed(Duration.ZERO, batch);
		if (done) {
			this.drained.complete(null);
		}
		return this.drained;
	}

	/**
	 * Drops the settlements that have not been answered, and those that come from now on.
	 */
	void giveUp() {
		List<Settlement> dropped;
		this.lock.lock();
		try {
			this.givenUp = true;
			dropped = new ArrayList<>(this.sent);
			dropped.addAll(this.inbox.clear());
			this.sent = List.of();
		}
		finally {
			this.lock.unlock();
		}
		dropped.forEach(this.report::giveUp);
		this.backoff.end();
	}

	private boolean isGivenUp() {
		this.lock.lock();
		try {
			return this.givenUp;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * What Redis answered.
	 *
	 * @param settled the leases whose jobs were settled as asked for
	 * @param buried the leases whose jobs were buried
	 */
	private record Answer(Set<Lease> settled, Set<Lease> buried) {

		static Answer settled(Set<Lease> settled) {
			return new Answer(settled, Set.of());
		}

		static Answer buried(Set<Lease> buried) {
			return new Answer(Set.of(), buried);
		}

	}

	/** The calls of one batch, which are under way at the same time. */
	private final class Trip {

		private final List<Settlement> unanswered = Collections.synchronizedList(new ArrayList<>());

		private final boolean mayOpen;

		private int open;

		private int halved;

		private @Nullable Throwable failure;

		Trip(int calls, boolean mayOpen) {
			this.open = calls;
			this.mayOpen = mayOpen;
		}

		/** Whether a call that was refused may go on as two. */
		synchronized boolean halves() {
			boolean may = this.halved < MOST_HALVED;
			this.halved++;
			this.open += may ? 1 : 0;
			return may;
		}

		void answered() {
			closeCall(null);
		}

		void failed(List<Settlement> settlements, Throwable thrown) {
			this.unanswered.addAll(settlements);
			closeCall(thrown);
		}

		private void closeCall(@Nullable Throwable thrown) {
			boolean last;
			Throwable reason;
			synchronized (this) {
				this.failure = (this.failure != null) ? this.failure : thrown;
				this.open--;
				last = this.open == 0;
				reason = this.failure;
			}
			if (last && this.mayOpen) {
				SettlementCommitter.this.calls.onTrip(-1);
			}
			if (last) {
				end(this, this.unanswered, reason);
			}
		}

	}

}
