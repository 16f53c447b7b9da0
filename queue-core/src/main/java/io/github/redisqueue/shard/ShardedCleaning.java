package io.github.redisqueue.shard;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import io.github.redisqueue.CleanReport;
import io.github.redisqueue.PartialCleaningException;
import io.github.redisqueue.WorkerQueue;

/**
 * Cleans the shards of a queue. Thread-safe.
 *
 * @param shards the shards
 */
record ShardedCleaning(Shards shards) {

	/**
	 * Cleans all shards, even if one fails.
	 * @param cleaning cleans one shard
	 * @return the sums, empty if nothing was cleaned
	 * @throws PartialCleaningException if some shards were cleaned and others not
	 */
	Optional<CleanReport> clean(Function<WorkerQueue, Optional<CleanReport>> cleaning) {
		if (this.shards.count() == 1) {
			return cleaning.apply(this.shards.any());
		}
		List<CleanReport> reports = new ArrayList<>();
		try {
			this.shards.each((shard) -> cleaning.apply(shard).ifPresent(reports::add));
		}
		catch (RuntimeException ex) {
			if (reports.isEmpty()) {
				throw ex;
			}
			throw new PartialCleaningException("The cleaning of queue '" + this.shards.any().name()
					+ "' is not complete: " + reports.size() + " of " + this.shards.count() + " shards were cleaned",
					ex, sum(reports));
		}
		return reports.isEmpty() ? Optional.empty() : Optional.of(sum(reports));
	}

	private static CleanReport sum(List<CleanReport> reports) {
		return reports.stream().reduce(CleanReport.NOTHING, CleanReport::plus);
	}

}
