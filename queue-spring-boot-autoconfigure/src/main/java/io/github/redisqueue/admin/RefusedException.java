package io.github.redisqueue.admin;

import java.util.Map;

import io.github.redisqueue.LogText;
import io.github.redisqueue.WorkQueue;

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

	/** Refuses a request unless a condition is met. */
	public static void require(boolean met, int status, String message) {
		if (!met) {
			throw new RefusedException(status, message);
		}
	}

	/** A queue has nothing of a kind, such as "dead letter", with an id. */
	static RefusedException unknown(WorkQueue queue, String what, String id) {
		return new RefusedException(404,
				"Queue '" + queue.name() + "' has no " + what + " '" + LogText.shortened(id) + "'");
	}

	public int status() {
		return this.status;
	}

	/** The response over HTTP, which tells why. */
	public Map<String, Object> body() {
		return Map.of("error", String.valueOf(getMessage()));
	}

}
