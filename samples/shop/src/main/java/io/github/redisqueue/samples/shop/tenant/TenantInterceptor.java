package io.github.redisqueue.samples.shop.tenant;

import io.github.redisqueue.Lease;
import io.github.redisqueue.listener.HandlerInterceptor;
import org.slf4j.MDC;

import org.springframework.stereotype.Component;

/**
 * Takes the tenant of a job from its header, for all handlers of single jobs.
 */
@Component
class TenantInterceptor implements HandlerInterceptor {

	@Override
	public void around(Lease lease, Call call) throws Exception {
		MDC.put(Tenant.NAME, Tenant.of(lease.job().headers()));
		try {
			call.proceed();
		}
		finally {
			MDC.remove(Tenant.NAME);
		}
	}

}
