package io.github.redisqueue.shard;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import io.github.redisqueue.Job;
import io.github.redisqueue.Lease;
import io.github.redisqueue.PartialResultException;
import io.github.redisqueue.RetryResult;
import org.jspecify.annotations.Nullable;

/**
 * Collects what the shards answer to one call. Not thread-safe.
 *
 * @param <R> jobs in the result of the call: ids or leases
 */
final class ShardAnswers<R> {

	private final String queue;

	private final Set<R> result = new LinkedHashSet<>();

	private final Set<String> answered = new LinkedHashSet<>();

	private int shards;

	private int failed;

	private @Nullable RuntimeException failure;

	ShardAnswers(String queue) {
		this.queue = queue;
	}

	/**
	 * A shard has answered.
	 * @param part what it was asked about: jobs, leases or ids, or a map with such keys
	 * @param some its part of the result
	 */
	void answered(Object part, Collection<? extends R> some) {
		this.shards++;
		ids((part instanceof Map<?, ?> map) ? map.keySet() : (Collection<?>) part).forEach(this.answered::add);
		this.result.addAll(some);
	}

	/** A shard has failed. */
	void failed(RuntimeException cause) {
		this.shards++;
		this.failed++;
		this.failure = (this.failure != null) ? this.failure : cause;
	}

	/**
	 * The joined results.
	 * @throws RuntimeException the exception of the first shard that failed, if none has
	 * answered about a job
	 * @throws PartialResultException if some shards have answered
	 */
	Set<R> result() {
		if (this.failure == null) {
			return this.result;
		}
		if (this.answered.isEmpty()) {
			throw this.failure;
		}
		throw new PartialResultException(
				this.failed + " of " + this.shards + " shards of queue '" + this.queue
						+ "' have not answered. The others have" + " answered for " + this.answered.size()
						+ " jobs, whose changes remain",
				this.failure, this.answered, new LinkedHashSet<>(ids(this.result).toList()));
	}

	/** The leases that a retry was answered for. */
	static Set<Lease> both(RetryResult result) {
		Set<Lease> both = new LinkedHashSet<>(result.retried());
		both.addAll(result.buried());
		return both;
	}

	private static Stream<String> ids(Collection<?> some) {
		return some.stream()
			.map((one) -> (one instanceof Lease lease) ? lease.id()
					: (one instanceof Job job) ? job.id() : (String) one);
	}

}
