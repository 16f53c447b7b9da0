package io.github.redisqueue.listener;

import io.github.redisqueue.Lease;

/**
 * Decides about a job whose handler has thrown an exception. A listener asks the bean
 * that its annotation names, otherwise the only or primary bean of this type. Without
 * one, the properties {@code redis-queue.retry.*} decide.
 * <p>
 * Must be thread-safe. If it throws an exception itself, the listener logs that, and the
 * job is retried after a second. It is not asked about jobs that are completed before
 * their handler begins.
 */
@FunctionalInterface
public interface JobErrorHandler {

	/**
	 * Decides about a failure, before the job is settled. Called on the thread of the
	 * handler, or on that which has ended its asynchronous work. Not called if the lease
	 * was lost, or if the listener has interrupted the handler because it stops: these
	 * are no failures of the job.
	 * @param lease the lease of the job
	 * @param error the exception of the handler, or an
	 * {@link io.github.redisqueue.annotation.UnreadableJobException} if its arguments
	 * could not be resolved
	 * @return what to do with the job
	 */
	ErrorResolution resolve(Lease lease, Throwable error);

}
