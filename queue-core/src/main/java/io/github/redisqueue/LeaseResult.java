package io.github.redisqueue;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The result of an attempt to lease. Immutable.
 *
 * @param leases the leases, oldest job first; empty if nothing was ready
 * @param nextDue when to ask again: {@link Duration#ZERO} if more may be ready now, the
 * time until the next delayed job is due or the {@link RateLimit} allows more, but no
 * more than an hour, or null if no job is ready or delayed, or those that are ready have
 * to wait until leased ones end ({@link QueueSettings#maxLeased()})
 * @param paused whether the queue is paused, in which case nothing was leased
 */
public record LeaseResult(List<Lease> leases, @Nullable Duration nextDue, boolean paused) {

	/**
	 * Copies the list.
	 */
	public LeaseResult {
		leases = List.copyOf(leases);
	}

}
