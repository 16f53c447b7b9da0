package io.github.redisqueue.samples.benchmark.options;

/**
 * Who names the jobs, and how.
 */
public enum IdKind {

	/** The template does: UUIDs of version 7, known to be new. */
	GENERATED,

	/** The sender does, by random UUIDs: Redis looks whether they are new. */
	UUID,

	/** The sender does, by short numbers: Redis looks whether they are new. */
	NUMBER

}
