package io.github.redisqueue.algorithm;

import io.github.redisqueue.Lease;

/**
 * Receipts of leases: the token, a space, and the receipt that Redis keeps.
 */
public final class Receipts {

	private Receipts() {
	}

	static String of(long token, String kept) {
		return token + " " + kept;
	}

	/**
	 * The receipt that Redis keeps of a lease.
	 * @param lease the lease
	 * @return what stands behind the token
	 */
	public static String kept(Lease lease) {
		return lease.receipt().substring(lease.receipt().indexOf(' ') + 1);
	}

}
