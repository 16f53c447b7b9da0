package io.github.redisqueue.samples.shop.tenant;

import java.io.IOException;
import java.util.Objects;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.MDC;

import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Takes the tenant of a request from its header.
 */
@Component
class TenantFilter extends OncePerRequestFilter {

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		String tenant = Objects.requireNonNullElse(request.getHeader("X-Tenant"), Tenant.NONE);
		MDC.put(Tenant.NAME, tenant);
		try {
			chain.doFilter(request, response);
		}
		finally {
			MDC.remove(Tenant.NAME);
		}
	}

}
