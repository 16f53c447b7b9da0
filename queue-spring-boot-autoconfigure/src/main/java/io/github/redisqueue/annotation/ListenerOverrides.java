package io.github.redisqueue.annotation;

import io.github.redisqueue.listener.AckMode;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a {@link QueueListener} that override properties of its queue. A
 * component that is null leaves the choice to the properties.
 *
 * @param concurrency the number of jobs that are handled at the same time, at least 1
 * @param prefetch the maximum number of jobs that are leased in advance, at least 0
 * @param ackMode when jobs are completed
 * @param autoStartup whether the listener starts with the application
 */
public record ListenerOverrides(@Nullable Integer concurrency, @Nullable Integer prefetch, @Nullable AckMode ackMode,
		@Nullable Boolean autoStartup) {

	/** Overrides nothing. */
	public static final ListenerOverrides NONE = new ListenerOverrides(null, null, null, null);

}
