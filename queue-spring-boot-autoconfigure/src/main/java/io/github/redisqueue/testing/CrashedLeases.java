package io.github.redisqueue.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import io.github.redisqueue.Lease;

/**
 * The leases of a simulated worker that crashed, until they have expired. Thread-safe.
 */
final class CrashedLeases {

	/** No leases. Nothing is added to it. */
	static final CrashedLeases NONE = new CrashedLeases();

	private final List<CrashedLease> leases = new ArrayList<>();

	synchronized void add(Collection<Lease> crashed) {
		crashed.forEach((lease) -> this.leases.add(new CrashedLease(lease.id(), lease.deadline())));
	}

	/** The ids of the jobs. */
	synchronized List<String> ids() {
		forgetExpired();
		return this.leases.stream().map(CrashedLease::id).toList();
	}

	/** Lets time pass for the leases. */
	synchronized void advance(Duration time) {
		this.leases.replaceAll((lease) -> new CrashedLease(lease.id(), lease.deadline() - time.toNanos()));
		forgetExpired();
	}

	private void forgetExpired() {
		long now = System.nanoTime();
		this.leases.removeIf((lease) -> lease.deadline() - now <= 0);
	}

	private record CrashedLease(String id, long deadline) {

	}

}
