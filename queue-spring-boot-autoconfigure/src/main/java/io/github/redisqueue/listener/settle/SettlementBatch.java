package io.github.redisqueue.listener.settle;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.Lease;
import io.github.redisqueue.background.OutageBackoff;
import io.github.redisqueue.listener.Decision;
import org.jspecify.annotations.Nullable;

/**
 * The calls that settle one batch, which are under way at the same time. Thread-safe.
 */
final class SettlementBatch {

	/** So few settlements make up a batch that it is worth while to lease behind it. */
	private static final int FEW = 20;

	private final SettlementCommitter committer;

	private final AsyncWorkerQueue shard;

	private final SettlementReport report;

	private final RefusedSearch search = new RefusedSearch();

	private final boolean mayOpen;

	private final AtomicInteger open;

	/**
	 * Creates a batch.
	 * @param committer is told when the batch has ended
	 * @param shard the shard
	 * @param report is told what Redis has answered
	 * @param batch all that it settles
	 * @param calls how many calls it begins with
	 */
	SettlementBatch(SettlementCommitter committer, AsyncWorkerQueue shard, SettlementReport report,
			List<Settlement> batch, int calls) {
		this.committer = committer;
		this.shard = shard;
		this.report = report;
		this.open = new AtomicInteger(calls);
		this.mayOpen = batch.size() <= FEW && batch.stream().anyMatch((one) -> one.job().isGrouped())
				&& shard.keepsOrder();
	}

	/**
	 * Whether jobs of groups end, so that others may open, and what is sent behind this
	 * trip finds them.
	 */
	boolean mayOpen() {
		return this.mayOpen;
	}

	/** What was refused, or failed, once the batch has ended. */
	RefusedSearch search() {
		return this.search;
	}

	/** Begins a call for a part of the batch. */
	void start(List<Settlement> part) {
		call(part).whenComplete((answer, failure) -> onEnd(part, answer, failure));
	}

	/** Begins a call for settlements with one outcome. */
	private CompletableFuture<Answer> call(List<Settlement> settlements) {
		try {
			return switch (settlements.get(0).outcome()) {
				case COMPLETE -> this.shard.complete(leases(settlements)).thenApply(Answer::settled);
				case RELEASE -> this.shard.release(leases(settlements)).thenApply(Answer::settled);
				case POSTPONE -> this.shard.postpone(byLease(settlements, Decision::delay)).thenApply(Answer::settled);
				case BURY -> this.shard.bury(byLease(settlements, (decision) -> decision.failure().cause()))
					.thenApply(Answer::buried);
				case RETRY -> this.shard.retry(byLease(settlements, Decision::failure))
					.thenApply((result) -> new Answer(result.retried(), result.buried()));
				default -> throw new IllegalStateException("Nothing to settle: " + settlements.get(0));
			};
		}
		catch (Throwable ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	private static List<Lease> leases(List<Settlement> settlements) {
		return settlements.stream().map(Settlement::lease).toList();
	}

	private static <V> Map<Lease, V> byLease(List<Settlement> settlements, Function<Decision, V> view) {
		Map<Lease, V> values = new LinkedHashMap<>();
		settlements.forEach((settlement) -> values.put(settlement.lease(), view.apply(settlement.decision())));
		return values;
	}

	private void onEnd(List<Settlement> settlements, Answer answer, @Nullable Throwable failure) {
		try {
			Throwable thrown = (failure != null) ? failure : report(settlements, answer);
			if (this.committer.isUnderWay(this) && failure != null && OutageBackoff.isRefusal(failure)) {
				// An earlier step of the call, or a part of its script, may have settled
				// some.
				this.report.uncertain(settlements);
				if (this.search.refused(settlements, failure)) {
					this.report.refused(settlements.get(0), failure);
				}
			}
			else if (thrown != null) {
				this.search.failed(settlements, thrown);
			}
			@Nullable List<Settlement> next = this.committer.mayGoOn(this) ? this.search.next() : null;
			if (next != null) {
				start(next);
			}
			else if (this.open.decrementAndGet() == 0) {
				this.committer.end(this);
			}
		}
		catch (Throwable ex) {
			// The future would keep it to itself.
			this.committer.cutShort(ex);
		}
	}

	/**
	 * Reports an answer, unless the batch was given up: then the repetition tells.
	 * @return what has kept the answer from being reported, or null
	 */
	private @Nullable Throwable report(List<Settlement> settlements, Answer answer) {
		try {
			if (this.committer.mayGoOn(this)) {
				this.report.answered(settlements, answer.settled(), answer.buried());
			}
			return null;
		}
		catch (Throwable ex) {
			return ex;
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

}
