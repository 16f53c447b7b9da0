package io.github.redisqueue.listener.settle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.background.OutageBackoff;
import io.github.redisqueue.background.Timer;
import io.github.redisqueue.listener.ListenerTrouble;
import io.github.redisqueue.listener.job.InFlightJob;
import org.jspecify.annotations.Nullable;

/**
 * Settles the jobs of one shard by group commit, without a thread. While one trip to
 * Redis is under way, the committer collects further settlements and sends them with the
 * next one. At light load no settlement waits; under load one trip settles many jobs.
 * While a call that leases follows soon, completions for which nobody waits are sent with
 * it, or after the ack interval. A call without a reply is repeated until the leases
 * expire. Thread-safe; never blocks: its lock, which guards what is to be sent and what
 * is under way, is never held during a call.
 */
final class SettlementCommitter {

	final AsyncWorkerQueue shard;

	final SettlementReport report;

	private final OutageBackoff backoff;

	private final Timer timer;

	private final Duration ackInterval;

	private final Settlements.LeaseCalls calls;

	private final CompletableFuture<Void> drained = new CompletableFuture<>();

	private final SettlementInbox inbox;

	/** The settlements of the trip under way. */
	private List<Settlement> sent = List.of();

	/** Whether a trip is under way, or the pause after one that failed. */
	private volatile boolean underWay;

	/** When the trip under way began, or the pause after it. */
	private volatile long since;

	/** Whether the end is to be told once everything has been sent and answered. */
	private boolean closing;

	/** Whether the listener has stopped waiting, so that answers change nothing more. */
	private volatile boolean givenUp;

	/** The trip under way, null if it has been given up. */
	private volatile @Nullable SettlementBatch trip;

	/** The error that has cut a trip short. */
	private volatile @Nullable Throwable cut;

	SettlementCommitter(AsyncWorkerQueue shard, SettlementReport report, OutageBackoff backoff, Timer timer,
			Duration ackInterval, Settlements.LeaseCalls calls) {
		this.shard = shard;
		this.report = report;
		this.backoff = backoff;
		this.timer = timer;
		this.ackInterval = ackInterval;
		this.inbox = new SettlementInbox(ackInterval, backoff.another());
		this.calls = calls;
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

	/** Settles jobs with the next trip, which may wait if nobody waits for them. */
	void settle(List<Settlement> settlements) {
		if (settlements.isEmpty()) {
			return;
		}
		boolean patient = arePatient(settlements);
		boolean given;
		boolean begins = false;
		List<Settlement> batch = List.of();
		synchronized (this) {
			given = !this.givenUp;
			if (given) {
				begins = this.inbox.add(settlements, patient);
				batch = nextBatch();
			}
		}
		if (!given) {
			settlements.forEach(this.report::giveUp);
		}
		proceed(begins ? this.ackInterval : Duration.ZERO, batch);
	}

	/** Lets an interval begin unless it is zero, and sends a batch unless it is empty. */
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

	/** Whether nobody waits for the settlements, which a call can follow. */
	private boolean arePatient(List<Settlement> settlements) {
		boolean patient = !this.ackInterval.isZero() && this.calls.isNextSoon();
		for (int i = 0; patient && i < settlements.size(); i++) {
			patient = settlements.get(i).isPatient(this.ackInterval);
		}
		return patient;
	}

	/** Sends what has waited for the interval, or waits for what is left of it. */
	private void onInterval() {
		AtomicReference<Duration> left = new AtomicReference<>(Duration.ZERO);
		proceedAfter(() -> left.set(this.inbox.onInterval()));
		proceed(left.get(), List.of());
	}

	/** Sends what has waited for a call that leases. */
	void flush() {
		proceedAfter(this.inbox::urge);
	}

	/** Makes a change under the lock, and sends what is to be sent then. */
	private void proceedAfter(Runnable change) {
		List<Settlement> batch;
		boolean done;
		synchronized (this) {
			change.run();
			batch = nextBatch();
			done = this.closing && !this.underWay && this.inbox.isEmpty();
		}
		proceed(Duration.ZERO, batch);
		if (done) {
			this.drained.complete(null);
		}
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

	private void send(List<Settlement> batch) {
		if (batch.isEmpty()) {
			return;
		}
		List<List<Settlement>> parts = this.inbox.parts(batch);
		SettlementBatch begun = new SettlementBatch(this, batch, parts.size());
		this.trip = begun;
		parts.forEach(begun::start);
		if (begun.mayOpen) {
			this.calls.onTrip(1);
		}
	}

	boolean isUnderWay(SettlementBatch of) {
		return this.trip == of;
	}

	/** Whether what a trip learns and does still counts. */
	boolean mayGoOn(SettlementBatch of) {
		return !this.givenUp && isUnderWay(of);
	}

	/** An error has cut the trip under way short. The listener looks every second. */
	void cutShort(Throwable error) {
		this.cut = error;
	}

	/**
	 * Goes on after an error has cut a trip short, as when the memory of the JVM is full:
	 * what it left undone is not known, so all of it is sent again.
	 * @param report is told the error, if there was one
	 */
	void mend(Consumer<Throwable> report) {
		Throwable last = this.cut;
		if (last != null) {
			this.cut = null;
			try {
				List<Settlement> unknown;
				synchronized (this) {
					this.inbox.forgetTimers();
					unknown = this.sent;
					this.trip = null;
				}
				next(this.givenUp ? List.of() : this.report.unanswered(unknown));
			}
			catch (Throwable ex) {
				this.cut = ex;
			}
			report.accept(last);
		}
	}

	/** The trip under way, if it has had no reply for a while. */
	@Nullable ListenerTrouble unanswered() {
		return this.underWay ? ListenerTrouble.unanswered("settles jobs", this.since) : null;
	}

	/**
	 * Ends a trip. What Redis did not answer is sent again with the next one, what it
	 * refuses after a pause that nothing else waits for.
	 */
	void end(SettlementBatch ended) {
		if (ended.mayOpen) {
			this.calls.onTrip(-1);
		}
		if (!isUnderWay(ended)) {
			return;
		}
		boolean dropped = this.givenUp;
		List<Settlement> again = dropped ? List.of() : this.report.unanswered(ended.unanswered);
		await(dropped ? List.of() : this.report.unanswered(ended.refused), ended.refusal);
		Throwable failure = ended.failure;
		if (failure == null) {
			this.backoff.onSuccess();
			next(again);
			return;
		}
		this.since = System.nanoTime();
		Duration pause = this.backoff.onFailure(failure);
		this.timer.schedule(() -> {
			if (isUnderWay(ended)) {
				next(again);
			}
		}, pause);
	}

	/** Lets refused settlements wait, unless the committer has given up. */
	private void await(List<Settlement> settlements, @Nullable Throwable refusal) {
		Duration pause;
		synchronized (this) {
			pause = this.inbox.awaitRefused(this.givenUp ? List.of() : settlements, refusal);
			if (!settlements.isEmpty()) {
				Set<Settlement> waiting = new HashSet<>(settlements);
				this.sent = this.sent.stream().filter((one) -> !waiting.contains(one)).toList();
			}
		}
		if (!pause.isZero()) {
			this.timer.schedule(() -> proceedAfter(this.inbox::repeatRefused), pause);
		}
	}

	private void next(List<Settlement> again) {
		proceedAfter(() -> {
			this.underWay = false;
			this.sent = List.of();
			// What was under way when the committer gave up has been dropped then.
			this.inbox.addAgain(this.givenUp ? List.of() : again);
		});
	}

	/** Completed when all settlements have been sent and answered. */
	CompletableFuture<Void> close() {
		proceedAfter(() -> {
			this.closing = true;
			this.inbox.urge();
		});
		return this.drained;
	}

	/** Drops what has not been answered, and what comes from now on. */
	void giveUp() {
		List<Settlement> dropped;
		synchronized (this) {
			this.givenUp = true;
			dropped = new ArrayList<>(this.sent);
			dropped.addAll(this.inbox.clear());
			this.sent = List.of();
		}
		dropped.forEach(this.report::giveUp);
		this.backoff.end();
		this.inbox.backoff.end();
	}

}
