package io.github.redisqueue.redis;

import io.github.redisqueue.Lease;

/**
 * Receipts of leases: the token, a space, and what Redis keeps to know the lease by.
 */
public final class Receipts {

	private Receipts() {
	}

	static String of(long token, String known) {
		return token + " " + known;
	}

	/**
	 * What Redis keeps to know a lease by.
	 * @param lease the lease
	 * @return what its receipt says behind the token
	 */
	public static String known(Lease lease) {
		return lease.receipt().substring(lease.receipt().indexOf(' ') + 1);
	}

}
