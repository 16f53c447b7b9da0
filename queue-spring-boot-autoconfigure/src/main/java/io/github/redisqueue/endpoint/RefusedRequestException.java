package io.github.redisqueue.endpoint;

import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/**
 * A request that cannot be served. The message tells the operator why.
 */
final class RefusedRequestException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private static final int CONFLICT = 409;

	private final int status;

	private RefusedRequestException(int status, String message) {
		super(message);
		this.status = status;
	}

	/** What was asked for is not there. */
	static RefusedRequestException unknown(String message) {
		return new RefusedRequestException(WebEndpointResponse.STATUS_NOT_FOUND, message);
	}

	/** A value is not allowed. */
	static RefusedRequestException invalid(String message) {
		return new RefusedRequestException(WebEndpointResponse.STATUS_BAD_REQUEST, message);
	}

	/** It cannot be done with what is there. */
	static RefusedRequestException conflict(String message) {
		return new RefusedRequestException(CONFLICT, message);
	}

	/** Redis or the queue has failed. */
	static RefusedRequestException failed(String what, String reason) {
		return new RefusedRequestException(WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE, what + ": " + reason);
	}

	/** The status of the response over HTTP. */
	int status() {
		return this.status;
	}

}
