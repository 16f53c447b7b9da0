package io.github.redisqueue.algorithm.lease.interop;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.github.redisqueue.Lease;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The books over one job: how often it came to life and to its end, and who holds it.
 */
final class Ledger {

	private final SharedQueue queue;

	private final Set<Lease> held = new LinkedHashSet<>();

	private boolean heldByThem;

	private int lives;

	private int ends;

	Ledger(SharedQueue queue) {
		this.queue = queue;
	}

	void lives(boolean isNew) {
		this.lives += isNew ? 1 : 0;
	}

	void ends(boolean isFirst) {
		this.ends += isFirst ? 1 : 0;
	}

	void heldByThem(boolean holds) {
		this.heldByThem = holds;
	}

	boolean isHeldByThem() {
		return this.heldByThem;
	}

	Set<Lease> held() {
		return Set.copyOf(this.held);
	}

	/** Leases what can be had, which must not be what somebody of us still holds. */
	List<Lease> lease() {
		List<String> live = this.held.stream().filter(this.queue::isLive).map(Lease::id).toList();
		List<Lease> leases = this.queue.leaseAll();
		assertThat(leases).extracting(Lease::id).doesNotHaveDuplicates().noneMatch(live::contains);
		this.held.addAll(leases);
		return leases;
	}

	void complete(Collection<Lease> leases) {
		this.ends += this.queue.ours().complete(leases).size();
		this.held.removeAll(leases);
	}

	/** Each life has come to its end once. */
	void assertBalanced() {
		assertThat(this.ends).as("ends of %d lives", this.lives).isEqualTo(this.lives);
	}

}
