package io.github.redisqueue;

import java.util.Set;

/**
 * The outcome for jobs that failed. A lease in neither set had been lost. Immutable.
 *
 * @param retried the leases whose jobs come back after their delays
 * @param buried the leases whose jobs had failed too often and were buried
 */
public record RetryResult(Set<Lease> retried, Set<Lease> buried) {

	/**
	 * Copies the sets.
	 */
	public RetryResult {
		retried = Set.copyOf(retried);
		buried = Set.copyOf(buried);
	}

}
