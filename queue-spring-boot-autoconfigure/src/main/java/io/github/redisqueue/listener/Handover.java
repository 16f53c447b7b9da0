package io.github.redisqueue.listener;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.redisqueue.Cause;
import io.github.redisqueue.Lease;
import io.github.redisqueue.WorkQueue;

/**
 * Adds the jobs of some leases to another queue, and keeps what became of each. Not
 * thread-safe.
 */
final class Handover {

	private final WorkQueue to;

	private final List<Lease> taken = new ArrayList<>();

	private final List<String> known = new ArrayList<>();

	private final Map<Lease, Cause> refused = new LinkedHashMap<>();

	Handover(WorkQueue to) {
		this.to = to;
	}

	/**
	 * Adds jobs. A queue that refuses one of them adds none, so they are halved until the
	 * refused ones are alone. Refusing costs no round trip.
	 */
	void add(List<Lease> leases) {
		try {
			Set<String> added = this.to.add(leases.stream().map(Lease::job).toList());
			this.taken.addAll(leases);
			leases.stream().map(Lease::id).filter((id) -> !added.contains(id)).forEach(this.known::add);
		}
		catch (IllegalArgumentException ex) {
			if (leases.size() == 1) {
				this.refused.put(leases.get(0), Cause.of(Cause.Reason.REQUESTED,
						"Queue '" + this.to.name() + "', to which jobs are forwarded, refuses it: " + ex.getMessage()));
				return;
			}
			int half = leases.size() / 2;
			add(leases.subList(0, half));
			add(leases.subList(half, leases.size()));
		}
	}

	/** The leases whose jobs are in the other queue. */
	List<Lease> taken() {
		return this.taken;
	}

	/** The ids of those that were not new there. */
	List<String> known() {
		return this.known;
	}

	/** The leases of jobs that the other queue does not take, with the reason. */
	Map<Lease, Cause> refused() {
		return this.refused;
	}

}
