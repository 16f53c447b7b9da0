package io.github.redisqueue.testing.shop;

import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.ErrorResolution;
import io.github.redisqueue.listener.HandlerInterceptor;
import io.github.redisqueue.listener.JobErrorHandler;

import org.springframework.stereotype.Component;

/**
 * What surrounds the handlers of the shop.
 */
@Component
class Carriers implements HandlerInterceptor, JobErrorHandler {

	@Override
	public void around(Lease lease, Call call) throws Exception {
		call.proceed();
	}

	@Override
	public ErrorResolution resolve(Lease lease, Throwable error) {
		return ErrorResolution.byPolicy();
	}

}
