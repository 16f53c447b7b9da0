package io.github.redisqueue.annotation;

import io.github.redisqueue.listener.JobErrorHandler;
import org.jspecify.annotations.Nullable;

import org.springframework.core.task.AsyncTaskExecutor;

/**
 * The beans that a {@link QueueListener} names. A component that is null leaves the
 * choice to the application context.
 *
 * @param errorHandler decides about failures
 * @param executor runs the handler threads
 */
public record ListenerBeans(@Nullable JobErrorHandler errorHandler, @Nullable AsyncTaskExecutor executor) {

	/** Names none. */
	public static final ListenerBeans NONE = new ListenerBeans(null, null);

}
