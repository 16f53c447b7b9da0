package io.github.redisqueue.samples.benchmark.options;

/**
 * What is sent and handled.
 */
public enum PayloadKind {

	/** A record, written and read as JSON. */
	JSON,

	/** A {@code byte[]}, sent as it is. */
	BYTES

}
