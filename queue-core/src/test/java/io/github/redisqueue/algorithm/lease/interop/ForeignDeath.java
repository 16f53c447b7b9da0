package io.github.redisqueue.algorithm.lease.interop;

/**
 * The end of a foreign client in the middle of its work.
 */
final class ForeignDeath extends RuntimeException {

	private static final long serialVersionUID = 1L;

	ForeignDeath(int command) {
		super("Died before command " + command);
	}

}
