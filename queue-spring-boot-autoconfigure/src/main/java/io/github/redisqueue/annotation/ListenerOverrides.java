package io.github.redisqueue.annotation;

import java.time.Duration;

import io.github.redisqueue.listener.AckMode;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a {@link QueueListener} that override properties of its queue. A
 * component that is null leaves the choice to the properties.
 *
 * @param concurrency the number of jobs that are handled at the same time, 1 to 10000
 * @param prefetch the maximum number of jobs that are prefetched, at least 0
 * @param ackMode when jobs are completed
 * @param autoStartup whether the listener starts with the application
 * @param batch how batches are collected
 * @param retry how failures are retried
 */
public record ListenerOverrides(@Nullable Integer concurrency, @Nullable Integer prefetch, @Nullable AckMode ackMode,
		@Nullable Boolean autoStartup, Batch batch, RetryOverrides retry) {

	/** Overrides nothing. */
	public static final ListenerOverrides NONE = new ListenerOverrides(null, null, null, null, Batch.NONE,
			RetryOverrides.NONE);

	/**
	 * The attributes that are about batches.
	 *
	 * @param size the largest number of jobs in a batch
	 * @param maxWait for how long the first job of a batch waits for others
	 */
	public record Batch(@Nullable Integer size, @Nullable Duration maxWait) {

		/** Overrides nothing. */
		public static final Batch NONE = new Batch(null, null);

	}

}
