package io.github.redisqueue.listener;

import java.util.List;

import io.github.redisqueue.Lease;

/**
 * Wraps each call of a handler, on the thread of the handler: for example to set the
 * tenant or the security context, and to remove it afterwards. All beans of this type
 * apply to all listeners of the application, in their order
 * ({@link org.springframework.core.annotation.Order @Order}): the first one is the
 * outermost. They run within the observation of the call. Work that continues after the
 * handler has returned, for example of a method that returns a {@code CompletableFuture},
 * is not wrapped.
 * <p>
 * Must be thread-safe.
 */
@FunctionalInterface
public interface HandlerInterceptor {

	/**
	 * Calls the handler. What this method throws is treated like an exception of the
	 * handler. If it returns without calling the handler, the job is still completed; in
	 * the ack mode {@code manual} it fails after the ack timeout.
	 * @param lease the lease of the job
	 * @param call the call of the next interceptor, or of the handler
	 * @throws Exception if handling the job failed
	 */
	void around(Lease lease, Call call) throws Exception;

	/**
	 * Calls a handler of batches. By default, only calls it: a batch may contain jobs of
	 * several tenants. What this method throws is treated like an exception of the
	 * handler.
	 * @param leases the leases of the jobs
	 * @param call the call of the next interceptor, or of the handler
	 * @throws Exception if handling the batch failed
	 */
	default void aroundBatch(List<Lease> leases, Call call) throws Exception {
		call.proceed();
	}

	/** The call of a handler. */
	@FunctionalInterface
	interface Call {

		/**
		 * Calls the handler on the current thread.
		 * @throws Exception if handling the job failed
		 */
		void proceed() throws Exception;

	}

}
