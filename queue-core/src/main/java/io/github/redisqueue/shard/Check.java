package io.github.redisqueue.shard;

import io.github.redisqueue.script.Operation;

/**
 * What has to be known before the scripts of a queue or a shard may run. Thread-safe.
 */
interface Check {

	/**
	 * Whether the check has passed. It is then not repeated.
	 */
	boolean hasPassed();

	/**
	 * Checks. The operation fails if the check does not pass.
	 */
	Operation<Boolean> operation();

}
