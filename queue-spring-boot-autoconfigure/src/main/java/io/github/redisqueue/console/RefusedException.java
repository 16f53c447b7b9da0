package io.github.redisqueue.console;

import java.util.Map;

/**
 * The console does not serve a request. The message tells the operator why.
 */
final class RefusedException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final int status;

	RefusedException(int status, String message) {
		super(message, null, false, false);
		this.status = status;
	}

	static RefusedException notFound() {
		return new RefusedException(404, "The console has nothing here");
	}

	static RefusedException notAllowed(String method) {
		return new RefusedException(405, method + " is not allowed here");
	}

	ConsoleResponse response() {
		ConsoleResponse response = ConsoleResponse.error(this.status, String.valueOf(getMessage()));
		return (this.status == 405) ? response.with(Map.of("Allow", "GET")) : response;
	}

}
