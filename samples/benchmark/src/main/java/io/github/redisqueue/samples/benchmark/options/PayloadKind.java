package io.github.redisqueue.samples.benchmark.options;

/**
 * The kind of payloads that are sent and handled.
 */
public enum PayloadKind {

	/** A record, which is converted to JSON and back. */
	JSON,

	/** A {@code byte[]}, which is sent without conversion. */
	BYTES

}
