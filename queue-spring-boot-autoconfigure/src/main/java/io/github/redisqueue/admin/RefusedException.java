package io.github.redisqueue.admin;

import java.util.Map;

/**
 * A request is not served. The message tells the operator why.
 */
public final class RefusedException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final int status;

	/**
	 * Creates an instance.
	 * @param status the status of the response over HTTP
	 * @param message why the request is not served
	 */
	public RefusedException(int status, String message) {
		super(message, null, false, false);
		this.status = status;
	}

	/**
	 * The status over HTTP.
	 * @return the status of the response
	 */
	public int status() {
		return this.status;
	}

	/**
	 * Tells why over HTTP.
	 * @return the entries of the response
	 */
	public Map<String, Object> body() {
		return Map.of("error", String.valueOf(getMessage()));
	}

}
