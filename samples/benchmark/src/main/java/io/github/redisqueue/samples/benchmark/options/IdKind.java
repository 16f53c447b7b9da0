package io.github.redisqueue.samples.benchmark.options;

/**
 * The kind of job ids, and where they are generated.
 */
public enum IdKind {

	/**
	 * The template generates UUIDs of version 7. Redis does not check whether they are
	 * new.
	 */
	GENERATED,

	/** The sender generates random UUIDs. Redis checks whether they are new. */
	UUID,

	/** The sender generates short numbers. Redis checks whether they are new. */
	NUMBER

}
