package io.github.redisqueue.samples.reliability.history;

/**
 * How an operation ended.
 */
public enum Outcome {

	/** It had the effect that was asked for. */
	OK,

	/**
	 * It had no effect: a handler threw an exception, a lease was lost, an id was
	 * present.
	 */
	FAILED,

	/** Nobody knows whether it had an effect, as there was no reply. */
	UNKNOWN

}
