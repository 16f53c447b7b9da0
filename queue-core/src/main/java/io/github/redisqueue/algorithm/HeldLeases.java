package io.github.redisqueue.algorithm;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

import io.github.redisqueue.Lease;

/**
 * Looks over leases that are to be extended or settled.
 */
public final class HeldLeases {

	private HeldLeases() {
	}

	/**
	 * The leases without repetitions, in the order given.
	 * @param leases the leases
	 * @param queue the name of the queue that they must be of
	 * @return the leases
	 * @throws IllegalArgumentException if one is of another queue
	 */
	public static Set<Lease> of(Collection<Lease> leases, String queue) {
		for (Lease lease : leases) {
			if (!lease.queue().equals(queue)) {
				throw new IllegalArgumentException(lease + " is not of the queue '" + queue + "'");
			}
		}
		return new LinkedHashSet<>(leases);
	}

}
