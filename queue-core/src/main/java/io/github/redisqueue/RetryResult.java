package io.github.redisqueue;

import java.util.Set;

/**
 * What became of failed jobs. Those in neither set had been lost before.
 *
 * @param retried the leases whose jobs will come back after their delay
 * @param buried the leases whose jobs had failed too often and are dead now
 */
public record RetryResult(Set<Lease> retried, Set<Lease> buried) {

	/**
	 * Copies the sets.
	 * @param retried the leases whose jobs come back
	 * @param buried the leases whose jobs are dead
	 */
	public RetryResult {
		retried = Set.copyOf(retried);
		buried = Set.copyOf(buried);
	}

}
