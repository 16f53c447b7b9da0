package io.github.redisqueue.samples.shop.tenant;

import java.util.Map;

import io.github.redisqueue.template.SendRequest;
import org.slf4j.MDC;

/**
 * The tenant of the current thread. It is kept in the mapped diagnostic context, so that
 * log lines show it.
 */
public final class Tenant {

	/** The header of jobs, and the key of the mapped diagnostic context. */
	static final String NAME = "tenant";

	static final String NONE = "none";

	private Tenant() {
	}

	/**
	 * The tenant of the current request or job.
	 * @return the tenant
	 */
	public static String current() {
		String tenant = MDC.get(NAME);
		return (tenant != null) ? tenant : NONE;
	}

	/**
	 * The tenant of a job.
	 * @param headers the headers of the job
	 * @return the tenant
	 */
	public static String of(Map<String, ?> headers) {
		return (headers.get(NAME) instanceof String tenant) ? tenant : NONE;
	}

	/**
	 * The group of the jobs of a customer, since tenants may have customers with the same
	 * name.
	 * @param tenant the tenant
	 * @param customer the customer
	 * @return the name of the group
	 */
	public static String groupOf(String tenant, String customer) {
		return tenant + "/" + customer;
	}

	/**
	 * Adds a tenant to a job that is sent.
	 * @param request the request
	 * @param tenant the tenant
	 * @return the request with the tenant
	 */
	public static SendRequest on(SendRequest request, String tenant) {
		return request.withHeader(NAME, tenant);
	}

}
