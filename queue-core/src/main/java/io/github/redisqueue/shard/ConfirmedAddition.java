package io.github.redisqueue.shard;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.github.redisqueue.AddMode;
import io.github.redisqueue.Durability;
import io.github.redisqueue.Job;
import io.github.redisqueue.PartialResultException;
import io.github.redisqueue.UnconfirmedAdditionException;
import io.github.redisqueue.algorithm.queue.WaitingQueue;

/**
 * Adds jobs to shards, each of which has to confirm what it has got. Serves one call.
 */
final class ConfirmedAddition {

	private final Shards shards;

	private final AddMode mode;

	private final Durability durability;

	/** The jobs of shards that have answered without a confirmation. */
	private final Set<String> ids = new LinkedHashSet<>();

	private final List<UnconfirmedAdditionException> unconfirmed = new ArrayList<>();

	ConfirmedAddition(Shards shards, AddMode mode, Durability durability) {
		this.shards = shards;
		this.mode = mode;
		this.durability = durability;
	}

	/**
	 * Adds jobs, even if a shard fails or its part is not confirmed.
	 * @throws UnconfirmedAdditionException if all shards have answered, and a part is not
	 * confirmed
	 * @throws PartialResultException if some shards have answered, and others have not
	 */
	Set<String> add(Collection<Job> jobs) {
		Set<String> added;
		try {
			added = this.shards.gather(this.shards.split(jobs, Shards::key), this::addTo);
		}
		catch (PartialResultException ex) {
			throw this.unconfirmed.isEmpty() ? ex : withUnconfirmed(ex);
		}
		if (this.unconfirmed.isEmpty()) {
			return added;
		}
		UnconfirmedAdditionException fewest = this.unconfirmed.stream()
			.min(Comparator.comparingInt(UnconfirmedAdditionException::confirmed))
			.orElseThrow();
		throw new UnconfirmedAdditionException(inShards() + fewest.getMessage(), fewest, added, fewest.confirmed());
	}

	private Set<String> addTo(WaitingQueue shard, Collection<Job> some) {
		try {
			return shard.add(some, this.mode, this.durability);
		}
		catch (UnconfirmedAdditionException ex) {
			this.unconfirmed.add(ex);
			some.forEach((job) -> this.ids.add(job.id()));
			return ex.added();
		}
	}

	private PartialResultException withUnconfirmed(PartialResultException partial) {
		PartialResultException exception = new PartialResultException(
				partial.getMessage() + ", but too few servers have confirmed "
						+ ((this.ids.size() == 1) ? "that of 1 job" : "those of " + this.ids.size() + " jobs"),
				partial.getCause(), partial.answered(), partial.result(), this.ids);
		this.unconfirmed.forEach(exception::addSuppressed);
		return exception;
	}

	private String inShards() {
		int count = this.unconfirmed.size();
		return "Too few servers have confirmed the addition in "
				+ ((count == 1) ? "1 shard. There " : count + " shards. In the one with the fewest confirmations ");
	}

}
