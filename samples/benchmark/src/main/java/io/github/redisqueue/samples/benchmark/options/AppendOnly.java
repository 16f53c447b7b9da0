package io.github.redisqueue.samples.benchmark.options;

/**
 * Whether Redis writes an append-only file: the values of its setting {@code appendonly}.
 */
enum AppendOnly {

	/** Redis writes an append-only file. */
	YES,

	/** Redis writes no append-only file. */
	NO

}
