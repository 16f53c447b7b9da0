package io.github.redisqueue.admin;

import java.util.Map;

/**
 * A request is not served. The message tells the operator why.
 */
public final class RefusedException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final int status;

	/** The status is that of the response over HTTP. */
	public RefusedException(int status, String message) {
		super(message, null, false, false);
		this.status = status;
	}

	public int status() {
		return this.status;
	}

	/** The response over HTTP, which tells why. */
	public Map<String, Object> body() {
		return Map.of("error", String.valueOf(getMessage()));
	}

}
