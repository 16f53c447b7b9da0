package io.github.redisqueue.listener.settle;

import java.util.ArrayList;
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
import io.github.redisqueue.background.OutageReason;
import io.github.redisqueue.listener.Decision;
import org.jspecify.annotations.Nullable;

/**
 * The calls that settle one batch, which are under way at the same time. A call for
 * several jobs is refused if one of them is, so it is halved until that one is alone.
 * Halves are sent one after the other, so that each trip finds some. Thread-safe.
 */
final class SettlementBatch {

	/** So few settlements make up a batch that it is worth while to lease behind it. */
	private static final int FEW = 20;

	/** So often a trip halves what is refused. */
	private static final int MOST_HALVED = 100;

	private final SettlementCommitter committer;

	/**
	 * Whether jobs of groups end, so that others may open, and what is sent behind this
	 * trip finds them.
	 */
	final boolean mayOpen;

	/** How many calls are under way. Each goes on with a half as long as there is one. */
	private final AtomicInteger open;

	/** The halves that have not been sent, the next one at the end. */
	private final List<List<Settlement>> halves = new ArrayList<>();

	/** How often this trip has halved what was refused. */
	private int halved;

	/** What is to be sent again with the next trip. Read once the batch has ended. */
	final List<Settlement> unanswered = new ArrayList<>();

	/** Why a call failed, but for refusals. Read once the batch has ended. */
	@Nullable Throwable failure;

	/** What was refused alone. Read once the batch has ended. */
	final List<Settlement> refused = new ArrayList<>();

	/** Why it was refused. Read once the batch has ended. */
	@Nullable Throwable refusal;

	SettlementBatch(SettlementCommitter committer, List<Settlement> batch, int calls) {
		this.committer = committer;
		this.open = new AtomicInteger(calls);
		this.mayOpen = batch.size() <= FEW && batch.stream().anyMatch((one) -> one.job().isGrouped())
				&& committer.shard.keepsOrder();
	}

	/** Begins a call for a part of the batch. */
	void start(List<Settlement> part) {
		OutageBackoff.begun(() -> call(part)).whenComplete((answer, failure) -> onEnd(part, answer, failure));
	}

	/** Begins a call for settlements with one outcome. */
	private CompletableFuture<Answer> call(List<Settlement> settlements) {
		AsyncWorkerQueue shard = this.committer.shard;
		return switch (settlements.get(0).outcome()) {
			case COMPLETE -> shard.complete(leases(settlements)).thenApply(Answer::settled);
			case RELEASE -> shard.release(leases(settlements)).thenApply(Answer::settled);
			case POSTPONE -> shard.postpone(byLease(settlements, Decision::delay)).thenApply(Answer::settled);
			case BURY -> shard.bury(byLease(settlements, (decision) -> decision.failure().cause()))
				.thenApply((buried) -> new Answer(Set.of(), buried));
			case RETRY -> shard.retry(byLease(settlements, Decision::failure))
				.thenApply((result) -> new Answer(result.retried(), result.buried()));
			default -> throw new IllegalStateException("Nothing to settle: " + settlements.get(0));
		};
	}

	private static List<Lease> leases(List<Settlement> settlements) {
		List<Lease> leases = new ArrayList<>(settlements.size());
		settlements.forEach((settlement) -> leases.add(settlement.lease()));
		return leases;
	}

	private static <V> Map<Lease, V> byLease(List<Settlement> settlements, Function<Decision, V> view) {
		Map<Lease, V> values = new LinkedHashMap<>();
		settlements.forEach((settlement) -> values.put(settlement.lease(), view.apply(settlement.decision())));
		return values;
	}

	/**
	 * A call has ended, on a thread of the client, or on that which began it.
	 * @param answer the answer, null if there is a failure
	 */
	private void onEnd(List<Settlement> settlements, Answer answer, @Nullable Throwable failure) {
		try {
			Throwable thrown = (failure != null) ? failure : report(settlements, answer);
			if (this.committer.isUnderWay(this) && failure != null && OutageReason.isRefusal(failure)) {
				// An earlier step of the call, or a part of its script, may have settled
				// some.
				this.committer.report.uncertain(settlements);
				if (onRefusal(settlements, failure)) {
					this.committer.report.refused(settlements.get(0), failure);
				}
			}
			else if (thrown != null) {
				onFailure(settlements, thrown);
			}
			@Nullable List<Settlement> next = this.committer.mayGoOn(this) ? nextHalf() : null;
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
				this.committer.report.answered(settlements, answer.settled(), answer.buried());
			}
			return null;
		}
		catch (Throwable ex) {
			return ex;
		}
	}

	/**
	 * A call was refused. Those that are known to be refused are not halved again.
	 * @return whether the settlement was alone
	 */
	private synchronized boolean onRefusal(List<Settlement> settlements, Throwable thrown) {
		int half = settlements.size() / 2;
		if (half == 0 || settlements.get(0).job().isRefused()) {
			this.refused.addAll(settlements);
			this.refusal = thrown;
		}
		else if (this.failure == null && this.halved++ < MOST_HALVED) {
			this.halves.add(settlements.subList(half, settlements.size()));
			this.halves.add(settlements.subList(0, half));
		}
		else {
			this.unanswered.addAll(settlements);
		}
		return half == 0;
	}

	/** A call failed for another reason, so that nothing is halved any more. */
	private synchronized void onFailure(List<Settlement> settlements, Throwable thrown) {
		this.unanswered.addAll(settlements);
		this.halves.forEach(this.unanswered::addAll);
		this.halves.clear();
		this.failure = (this.failure != null) ? this.failure : thrown;
	}

	private synchronized @Nullable List<Settlement> nextHalf() {
		return this.halves.isEmpty() ? null : this.halves.remove(this.halves.size() - 1);
	}

	/** What Redis answered. */
	private record Answer(Set<Lease> settled, Set<Lease> buried) {

		static Answer settled(Set<Lease> settled) {
			return new Answer(settled, Set.of());
		}

	}

}
