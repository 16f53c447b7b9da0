package io.github.redisqueue.listener.settle;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.Failure;
import io.github.redisqueue.Lease;

/**
 * A call that settles jobs in one way.
 */
final class SettlementCall {

	private SettlementCall() {
	}

	/**
	 * Starts a call.
	 * @param shard the shard of the jobs
	 * @param settlements settlements with one outcome
	 */
	static CompletableFuture<Answer> start(AsyncWorkerQueue shard, List<Settlement> settlements) {
		try {
			return switch (settlements.get(0).outcome()) {
				case COMPLETE -> shard.complete(leases(settlements)).thenApply(Answer::settled);
				case RELEASE -> shard.release(leases(settlements)).thenApply(Answer::settled);
				case POSTPONE -> shard.postpone(delays(settlements)).thenApply(Answer::settled);
				case BURY -> shard.bury(failures(settlements, Failure::cause)).thenApply(Answer::buried);
				case RETRY -> shard.retry(failures(settlements, Function.identity()))
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

	private static Map<Lease, Duration> delays(List<Settlement> settlements) {
		Map<Lease, Duration> delays = new LinkedHashMap<>();
		settlements.forEach((settlement) -> delays.put(settlement.lease(), settlement.decision().delay()));
		return delays;
	}

	private static <V> Map<Lease, V> failures(List<Settlement> settlements, Function<Failure, V> view) {
		Map<Lease, V> failures = new LinkedHashMap<>();
		settlements.forEach((settlement) -> failures.put(settlement.lease(), view.apply(settlement.decision().failure())));
		return failures;
	}

	/**
	 * What Redis answered.
	 *
	 * @param settled the leases whose jobs were settled as asked for
	 * @param buried the leases whose jobs were buried
	 */
	record Answer(Set<Lease> settled, Set<Lease> buried) {

		static Answer settled(Set<Lease> settled) {
			return new Answer(settled, Set.of());
		}

		static Answer buried(Set<Lease> buried) {
			return new Answer(Set.of(), buried);
		}

	}

}
