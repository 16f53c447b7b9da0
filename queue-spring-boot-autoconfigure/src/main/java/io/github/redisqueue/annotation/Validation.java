package io.github.redisqueue.annotation;

/**
 * Whether the payloads of jobs can be validated.
 */
enum Validation {

	/** There is a validator. */
	POSSIBLE,

	/** The application has no validator. */
	NO_VALIDATOR,

	/** The application has several validators, of which none is primary. */
	SEVERAL_VALIDATORS

}
