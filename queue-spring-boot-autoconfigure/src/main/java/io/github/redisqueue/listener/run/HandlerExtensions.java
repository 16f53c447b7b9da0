package io.github.redisqueue.listener.run;

import java.util.List;

import io.github.redisqueue.listener.BuriedJobNotifier;
import io.github.redisqueue.listener.HandlerInterceptor;
import io.github.redisqueue.listener.JobErrorHandler;
import org.jspecify.annotations.Nullable;

/**
 * What an application adds to the handling of jobs by all its listeners.
 *
 * @param interceptors wrap each call of a handler; the first is the outermost
 * @param errorHandler decides about failures, unless a listener names another one
 * @param burials tells of jobs that were buried
 */
public record HandlerExtensions(List<HandlerInterceptor> interceptors, @Nullable JobErrorHandler errorHandler,
		BuriedJobNotifier burials) {

	/** Adds nothing. */
	public static final HandlerExtensions NONE = new HandlerExtensions(List.of(), null, BuriedJobNotifier.NONE);

}
