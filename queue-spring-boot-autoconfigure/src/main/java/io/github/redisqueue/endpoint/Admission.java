package io.github.redisqueue.endpoint;

import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * Lets a few requests at a time wait for Redis, and refuses others at once: the threads
 * of the web server, and those on which Spring WebFlux lets others block, are for the
 * application. Requests that go on for long count by themselves. Thread-safe.
 */
public final class Admission {

	private static final int BRIEF = 6;

	private static final int LENGTHY = 3;

	private static final String BUSY = "Too many requests wait for Redis. Try again later";

	private static final String AT_WORK = "The application serves " + LENGTHY
			+ " requests that clean, check, repair, redrive or purge already. Try again when one has ended";

	private final Semaphore brief = new Semaphore(BRIEF);

	private final Semaphore lengthy = new Semaphore(LENGTHY);

	/**
	 * Creates an instance.
	 */
	public Admission() {
	}

	/**
	 * Serves a request that waits for Redis for some seconds at most.
	 * @param request serves it
	 * @return its response, or 503
	 */
	public WebEndpointResponse<Map<String, Object>> brief(Supplier<WebEndpointResponse<Map<String, Object>>> request) {
		return admit(this.brief, BUSY, request);
	}

	/** Serves a request that changes as much as it can in a longer time. */
	WebEndpointResponse<Map<String, Object>> lengthy(Supplier<WebEndpointResponse<Map<String, Object>>> request) {
		return admit(this.lengthy, AT_WORK, request);
	}

	private static WebEndpointResponse<Map<String, Object>> admit(Semaphore places, String refusal,
			Supplier<WebEndpointResponse<Map<String, Object>>> request) {
		if (!places.tryAcquire()) {
			return new WebEndpointResponse<>(Map.of("error", refusal), WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
		}
		try {
			return request.get();
		}
		finally {
			places.release();
		}
	}

}
