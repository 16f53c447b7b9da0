package io.github.redisqueue.listener.settle;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.redisqueue.AsyncWorkerQueue;
import io.github.redisqueue.background.OutageBackoff;
import io.github.redisqueue.background.Timer;
import io.github.redisqueue.listener.Decision;
import io.github.redisqueue.listener.ListenerTrouble;
import io.github.redisqueue.listener.job.InFlightJob;
import org.jspecify.annotations.Nullable;

/**
 * Settles the jobs of a queue, those of each shard by a committer of its own.
 * Thread-safe; never blocks.
 */
public final class Settlements {

	private final List<SettlementCommitter> committers;

	/**
	 * Creates the committers.
	 * @param shards the shards of the queue
	 * @param report is told what Redis has answered
	 * @param backoff the pauses after failures
	 * @param timer lets refused and patient settlements wait
	 * @param ackInterval how long a completion may wait for a call that leases
	 * @param calls returns the calls that lease from a shard
	 */
	public Settlements(List<AsyncWorkerQueue> shards, SettlementReport report, OutageBackoff backoff, Timer timer,
			Duration ackInterval, IntFunction<LeaseCalls> calls) {
		this.committers = IntStream.range(0, shards.size())
			.mapToObj((shard) -> new SettlementCommitter(shards.get(shard), report, backoff.another(), timer,
					ackInterval, calls.apply(shard)))
			.toList();
	}

	/** Settles a job soon. */
	public void settle(Settlement settlement) {
		committer(settlement.job()).settle(List.of(settlement));
	}

	/** Postpones a job soon whose handler was not called. */
	public void postpone(InFlightJob job, Duration delay) {
		if (job.end()) {
			settle(new Settlement(job, Decision.postpone(delay)));
		}
	}

	/** Releases a job soon whose handler was not called. */
	public void release(InFlightJob job) {
		committer(job).release(List.of(job));
	}

	/** The same for several jobs, those of a shard with one call. */
	public void release(List<InFlightJob> jobs) {
		jobs.stream().collect(Collectors.groupingBy(this::committer)).forEach(SettlementCommitter::release);
	}

	private SettlementCommitter committer(InFlightJob job) {
		return this.committers.get(job.shard());
	}

	/** Sends the settlements of a shard that wait for a call that leases. */
	public void settleNow(int shard) {
		this.committers.get(shard).flush();
	}

	/** Sends all settlements that wait for a call that leases. */
	public void settleNow() {
		this.committers.forEach(SettlementCommitter::flush);
	}

	/** Goes on where errors, which the report is told, have cut settlements short. */
	public void mend(Consumer<Throwable> report) {
		this.committers.forEach((committer) -> committer.mend(report));
	}

	/** The call without a reply for the longest time, or null if none waits for long. */
	public @Nullable ListenerTrouble unanswered() {
		return ListenerTrouble.longest(this.committers.stream().map(SettlementCommitter::unanswered));
	}

	/** Completed when all settlements have been sent and answered. */
	public CompletableFuture<Void> close() {
		return CompletableFuture
			.allOf(this.committers.stream().map(SettlementCommitter::close).toArray(CompletableFuture[]::new));
	}

	/** Drops what has not been answered, and what comes from now on. */
	public void giveUp() {
		this.committers.forEach(SettlementCommitter::giveUp);
	}

	/**
	 * What connects the settlements of a shard with the calls that lease from it.
	 */
	public interface LeaseCalls {

		/**
		 * Whether another call follows soon, because the last one has left jobs behind.
		 * Settlements may wait for it.
		 */
		boolean isNextSoon();

		/** So many more trips of settlements are under way that may open jobs. */
		void onTrip(int more);

	}

}
